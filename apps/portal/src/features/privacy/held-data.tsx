import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { ListTable } from '@gatehouse/ui/list/list-table'
import { useNumber } from '../../lib/use-number.ts'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { usePhoneFormat } from '@gatehouse/i18n/use-phone-format'
import { errorMessages } from '@gatehouse/i18n/error-messages'
import { Button } from '@gatehouse/ui/core/button'
import { Card } from '@gatehouse/ui/core/card'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { Facts } from '@gatehouse/ui/staff/facts'
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

/** What is held about one person, and what an erasure would keep. */
export function HeldData({ person, onOpen }: HeldDataProps) {
  const { t } = useLingui()
  const { data, ...query } = useQuery(personQuery(person))
  const { data: client } = useQuery(ownClientQuery)
  const formatPhone = usePhoneFormat(client?.region)
  if (!data)
    return <Pending title={<Trans>The stored data could not be loaded</Trans>} query={query} height={320} />
  const { mobile, email, block, holdings } = data
  return (
    <Card title={nameOf(data)}>
      <Stack gap={24}>
        <Facts
          facts={[
            { label: t`Mobile`, value: mobile ? formatPhone(mobile) : '–' },
            email !== null && { label: t`Email`, value: email },
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
  const number = useNumber()
  const zone = timeZoneOf(timeZone)
  const day = (at: string | null) => (at ? formatDateTime(at, language, zone) : '–')
  return (
    <ListTable
      isPlain
      caption={t`Stored data`}
      density="compact"
      rows={holdings.map((held) => ({ ...held, id: held.kind }))}
      columns={[
        { id: 'kind', header: t`Stored data`, value: ({ kind }) => t(kindLabels[kind]), onPhone: 'title' },
        { id: 'count', header: t`Records`, cell: ({ count }) => number(count), align: 'end' },
        { id: 'first', header: t`First`, value: ({ first_at: at }) => day(at) },
        { id: 'last', header: t`Last`, value: ({ last_at: at }) => day(at) },
        {
          id: 'left',
          header: t`An erasure leaves`,
          value: ({ kind }) => (leftovers[kind] ? t(leftovers[kind]) : t`Nothing`),
        },
      ]}
    />
  )
}
