import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { localeTags } from '@gatehouse/i18n/language-names'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { usePhoneFormat } from '@gatehouse/i18n/use-phone-format'
import { errorMessages } from '@gatehouse/i18n/error-messages'
import { Button } from '@gatehouse/ui/core/button'
import { Card } from '@gatehouse/ui/core/card'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { Facts } from '@gatehouse/ui/staff/facts'
import { Cell, HeadCell, Table, TableRow } from '@gatehouse/ui/staff/table'
import type { PersonData } from '@gatehouse/validation/endpoints/people'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Pending } from '../../lib/failure.tsx'
import { ownClientQuery } from '../../lib/own-client-query.ts'
import { kindLabels, leftovers, nameOf } from './privacy-words.ts'
import { personQuery } from './queries.ts'
import styles from './person-page.module.css'

interface HeldDataProps {
  person: string
  onOpen: (window: 'export' | 'erase') => void
}

/** What is held about one person, and what an erasure would leave of it. */
export function HeldData({ person, onOpen }: HeldDataProps) {
  const { t } = useLingui()
  const { data, ...query } = useQuery(personQuery(person))
  const { data: client } = useQuery(ownClientQuery)
  const formatPhone = usePhoneFormat(client?.region)
  if (!data)
    return <Pending title={<Trans>What is held could not be loaded</Trans>} query={query} height={320} />
  const { mobile, email, block, holdings } = data
  return (
    <Card title={nameOf(data)}>
      <Stack gap={24}>
        <Facts
          facts={[
            { label: t`Mobile`, value: mobile ? formatPhone(mobile) : '–' },
            ...(email === null ? [] : [{ label: t`Email`, value: email }]),
          ]}
        />
        {block && (
          <Notice kind="caution" title={<Trans>Nothing can be erased now</Trans>}>
            {t(errorMessages[block])} <Places data={data} />
          </Notice>
        )}
        <Holdings data={data} />
        <div className={styles.actions}>
          <Button onClick={() => onOpen('export')}>
            <Trans>Export</Trans>
          </Button>
          {block === null && holdings.some(({ stays }) => !stays) && (
            <Button kind="danger" onClick={() => onOpen('erase')}>
              <Trans>Erase this person</Trans>
            </Button>
          )}
        </div>
      </Stack>
    </Card>
  )
}

function Places({ data }: { data: PersonData }) {
  const sites = data.on_site.map(({ site }) => site).join(', ')
  if (sites === '') return null
  return <Trans>On site: {sites}.</Trans>
}

function Holdings({ data: { holdings, time_zone: timeZone } }: { data: PersonData }) {
  const { t } = useLingui()
  const language = useLanguage()
  const number = new Intl.NumberFormat(localeTags[language])
  const zone = timeZoneOf(timeZone)
  const day = (at: string | null) => (at ? formatDateTime(at, language, zone) : '–')
  return (
    <Table
      caption={t`What is held`}
      density="compact"
      head={
        <>
          <HeadCell>
            <Trans>What is held</Trans>
          </HeadCell>
          <HeadCell align="end">
            <Trans>Records</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>First</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>Last</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>An erasure leaves</Trans>
          </HeadCell>
        </>
      }
    >
      {holdings.map(({ kind, count, first_at: first, last_at: last }) => (
        <TableRow key={kind}>
          <Cell isTitle onPhone="title">
            {t(kindLabels[kind])}
          </Cell>
          <Cell label={t`Records`} align="end">
            {number.format(count)}
          </Cell>
          <Cell label={t`First`}>{day(first)}</Cell>
          <Cell label={t`Last`}>{day(last)}</Cell>
          <Cell label={t`An erasure leaves`}>
            {leftovers[kind] ? t(leftovers[kind]) : <Trans>Nothing</Trans>}
          </Cell>
        </TableRow>
      ))}
    </Table>
  )
}
