import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import type { ListColumn } from '@gatehouse/ui/list/list-column.ts'
import { ListTable } from '@gatehouse/ui/list/list-table'
import { useNumber } from '../../lib/use-number.ts'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { useLanguage } from '@gatehouse/i18n/use-language'
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
  /** Missing for users who may see the days only. */
  preview?: RetentionPreview | undefined
  /**
   * The client's zone, for the oldest record that is kept. Without it that is not shown: a window
   * has no room.
   */
  timeZone?: string
}

/** For how long each class of data is kept, and what a run would erase of it now. */
export function RetentionTable({ caption, days, preview, timeZone }: RetentionTableProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const zone = timeZone === undefined ? undefined : timeZoneOf(timeZone)
  // The preview of a whole client has no counts per site.
  const isOfSite = preview?.contact.due_at_site != null
  const columns: ListColumn<{ id: RetentionClass; found: RetentionPreview[RetentionClass] | undefined }>[] = [
    { id: 'data', header: t`Data`, value: ({ id }) => t(classLabels[id]), onPhone: 'title' },
    { id: 'kept', header: t`Kept`, cell: ({ id }) => <Days days={days[`${id}_days`]} /> },
  ]
  if (isOfSite)
    columns.push({
      id: 'site',
      header: t`To erase, this site`,
      cell: ({ id, found }) => (id === 'photo' ? '–' : <Count count={found?.due_at_site ?? null} />),
      align: 'end',
    })
  if (preview)
    columns.push({
      id: 'all',
      header: t`To erase, all sites`,
      cell: ({ found }) => <Count count={found?.due ?? null} />,
      align: 'end',
    })
  if (preview && zone)
    columns.push({
      id: 'oldest',
      header: t`Oldest record kept`,
      value: ({ found }) => (found?.oldest_kept ? formatDateTime(found.oldest_kept, language, zone) : '–'),
    })
  return (
    <ListTable
      isPlain
      caption={caption}
      density="compact"
      columns={columns}
      rows={retentionClasses.map((id) => ({ id, found: preview?.[id] }))}
    />
  )
}

/** For how many days data is kept. */
function Days({ days }: { days: number | null }) {
  if (days === null) return <Trans>until it is deleted</Trans>
  return <Plural value={days} one="# day" other="# days" />
}

/** A number of records, or that there are more than were counted. */
function Count({ count }: { count: BoundedCount | null }) {
  const number = useNumber()
  if (!count) return '–'
  const rows = number(count.rows)
  return count.more ? <Trans>more than {rows}</Trans> : rows
}
