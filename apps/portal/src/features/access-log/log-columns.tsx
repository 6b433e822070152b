import { formatDuration } from '@gatehouse/i18n/format/durations'
import { formatTemperature } from '@gatehouse/i18n/format/temperature'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Badge } from '@gatehouse/ui/core/badge'
import type { ListColumn } from '@gatehouse/ui/list/list-column.ts'
import { StatusDot } from '@gatehouse/ui/staff/status-dot'
import type { LogEntry } from '@gatehouse/validation/endpoints/access-log'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Moment } from '../../lib/moment.tsx'
import { CorrectionInShort, isNote } from './correction-changes.tsx'
import { eventLabels, kindLabels, resultLabels, sourceLabels } from './log-words.ts'
import { StateBadge } from '../../lib/state-badge.tsx'
import { msg } from '@lingui/core/macro'

/** The columns of the log, most important first. */
export function useLogColumns(): readonly ListColumn<LogEntry>[] {
  const { t } = useLingui()
  const language = useLanguage()
  return [
    {
      id: 'person',
      header: t`Person`,
      cell: ({ person }) => person || <Trans>Name deleted</Trans>,
      value: ({ person }) => person,
      onPhone: 'title',
    },
    {
      id: 'event',
      header: t`Event`,
      cell: (entry) => <LogEventName entry={entry} />,
      onPhone: 'corner',
    },
    {
      id: 'at',
      header: t`Time`,
      cell: ({ at, time_zone: zone }) => <Moment at={at} zone={zone} />,
    },
    {
      id: 'site',
      header: t`Site`,
      value: ({ site }) => site,
      priority: 3,
    },
    {
      id: 'result',
      header: t`Result`,
      cell: ({
        result,
        correction,
        time_zone,
        by_other_phone: isOnOtherPhone,
        after_refusal: isAfterRefusal,
      }) =>
        correction ? (
          <CorrectionInShort correction={correction} timeZone={timeZoneOf(time_zone)} />
        ) : isOnOtherPhone ? (
          <StateBadge kind="caution" text={msg`Another phone too`} />
        ) : isAfterRefusal ? (
          <StateBadge kind="caution" text={msg`After a refused answer`} />
        ) : (
          t(resultLabels[result])
        ),
      priority: 2,
    },
    {
      id: 'role',
      header: t`Role`,
      cell: ({ kind, role }) => (role === null ? t(kindLabels[kind]) : `${t(kindLabels[kind])} · ${role}`),
      priority: 4,
    },
    {
      id: 'method',
      header: t`Method`,
      value: ({ method }) => method,
      priority: 6,
      onPhone: 'hidden',
    },
    {
      id: 'time_on_site',
      header: t`Time on site`,
      cell: ({ stay_minutes }) => stay_minutes !== null && formatDuration(stay_minutes),
      value: ({ stay_minutes }) => (stay_minutes === null ? null : stay_minutes + 1),
      align: 'end',
      priority: 5,
    },
    {
      id: 'temperature',
      header: t`Temperature`,
      cell: ({ temperature }) => temperature !== null && formatTemperature(temperature, language),
      value: ({ temperature }) => temperature,
      align: 'end',
      priority: 8,
    },
    {
      id: 'dependents',
      header: t`Dependants`,
      value: ({ dependents }) => dependents,
      align: 'end',
      priority: 9,
    },
    {
      id: 'source',
      header: t`Source`,
      cell: ({ source, signed_in_offline: isOffline }) => (
        <>
          {t(sourceLabels[source])}
          {isOffline && (
            <>
              {' '}
              <StateBadge kind="info" text={msg`Sent later`} />
            </>
          )}
        </>
      ),
      priority: 7,
      onPhone: 'hidden',
    },
  ]
}

/** What happened: a dot for usual events, more for others. */
export function LogEventName({
  entry: { event, correction },
}: {
  entry: Pick<LogEntry, 'event' | 'correction'>
}): ReactNode {
  const { t } = useLingui()
  const label = correction && isNote(correction) ? t`Note` : t(eventLabels[event])
  if (event === 'refused') return <Badge kind="danger">{label}</Badge>
  if (event === 'assumed_left') return <Badge kind="caution">{label}</Badge>
  if (event === 'corrected') return <Badge kind="info">{label}</Badge>
  return <StatusDot kind={event === 'in' ? 'good' : 'neutral'}>{label}</StatusDot>
}
