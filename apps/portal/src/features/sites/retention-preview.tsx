import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { localeTags } from '@gatehouse/i18n/language-names'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Cell, HeadCell, Table, TableRow } from '@gatehouse/ui/staff/table'
import type { BoundedCount, RetentionPreview } from '@gatehouse/validation/endpoints/retention'
import { type RetentionClass, retentionClasses } from '@gatehouse/validation/vocabulary'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RetentionDays } from './retention-queries.ts'

export const classLabels: Record<RetentionClass, MessageDescriptor> = {
  contact: msg`Names and mobiles`,
  answer: msg`Answers`,
  temperature: msg`Temperatures`,
  photo: msg`Photos`,
}

interface RetentionTableProps {
  caption: string
  days: RetentionDays
  /** Missing for whoever may see the days only. */
  preview?: RetentionPreview | undefined
  /** The zone of the client, for the oldest record that stays. Without it that is not told: in a window there is no room. */
  timeZone?: string
}

/** For how long each class of data is kept, and what a run would erase of it now. */
export function RetentionTable({ caption, days, preview, timeZone }: RetentionTableProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const zone = timeZone === undefined ? undefined : timeZoneOf(timeZone)
  // The preview of a whole client tells nothing of one site.
  const isOfSite = preview?.contact.due_at_site != null
  return (
    <Table
      caption={caption}
      density="compact"
      head={
        <>
          <HeadCell>
            <Trans>Data</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>Kept</Trans>
          </HeadCell>
          {preview && (
            <>
              {isOfSite && (
                <HeadCell align="end">
                  <Trans>Would go, this site</Trans>
                </HeadCell>
              )}
              <HeadCell align="end">
                <Trans>Would go, all sites</Trans>
              </HeadCell>
              {zone && (
                <HeadCell>
                  <Trans>Oldest that stays</Trans>
                </HeadCell>
              )}
            </>
          )}
        </>
      }
    >
      {retentionClasses.map((name) => {
        const found = preview?.[name]
        return (
          <TableRow key={name}>
            <Cell isTitle onPhone="title">
              {t(classLabels[name])}
            </Cell>
            <Cell label={t`Kept`}>
              <Days days={days[`${name}_days`]} />
            </Cell>
            {found && (
              <>
                {isOfSite && (
                  <Cell label={t`Would go, this site`} align="end">
                    {name === 'photo' ? '–' : <Count count={found.due_at_site} />}
                  </Cell>
                )}
                <Cell label={t`Would go, all sites`} align="end">
                  <Count count={found.due} />
                </Cell>
                {zone && (
                  <Cell label={t`Oldest that stays`}>
                    {found.oldest_kept === null ? '–' : formatDateTime(found.oldest_kept, language, zone)}
                  </Cell>
                )}
              </>
            )}
          </TableRow>
        )
      })}
    </Table>
  )
}

/** For how many days something is kept. */
function Days({ days }: { days: number | null }) {
  if (days === null) return <Trans>until somebody deletes it</Trans>
  return <Plural value={days} one="# day" other="# days" />
}

/** A number of records, or that there are more than were counted. */
function Count({ count }: { count: BoundedCount | null }) {
  const language = useLanguage()
  if (!count) return '–'
  const rows = new Intl.NumberFormat(localeTags[language]).format(count.rows)
  return count.more ? <Trans>more than {rows}</Trans> : rows
}
