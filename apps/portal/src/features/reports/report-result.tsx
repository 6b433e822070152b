import { formatCalendarDay, formatCalendarMonth } from '@gatehouse/i18n/format/calendar'
import { useNumber } from '../../lib/use-number.ts'
import { formatDuration } from '@gatehouse/i18n/format/durations'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime, formatZone } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { NoMatchDrawing } from '@gatehouse/ui/core/state-drawings'
import { Notice } from '@gatehouse/ui/core/notice'
import type { ColumnLayout, ListColumn } from '@gatehouse/ui/list/list-column.ts'
import { ListTable } from '@gatehouse/ui/list/list-table'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { useDensity } from '@gatehouse/ui/staff/density.ts'
import type { Contact, HoursOfMonth, OnRoll, ReportName } from '@gatehouse/validation/endpoints/reports'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Pending } from '../../lib/failure.tsx'
import { MobileNumber } from '../../lib/mobile-number.tsx'
import { Moment } from '../../lib/moment.tsx'
import { contactsQuery, headcountQuery, hoursQuery, rollQuery } from './queries.ts'
import type { Parameters } from './report-search.ts'
import { kindLabels, reportLabels, stateLabels } from './report-words.ts'
import styles from './reports-page.module.css'
import { StateBadge } from '../../lib/state-badge.tsx'
import { msg } from '@lingui/core/macro'

interface ResultProps {
  asked: Parameters
}

/** The result of a report. */
export function ReportResult({ report, asked }: ResultProps & { report: ReportName }) {
  const Result = results[report]
  return <Result asked={asked} />
}

const results: Record<ReportName, (props: ResultProps) => ReactNode> = {
  contacts: ContactsResult,
  headcount: HeadcountResult,
  hours: HoursResult,
  roll: RollResult,
}

/** What every report has. */
interface Framed {
  items: { id: string }[]
  total: number
  first_day: string
  last_day: string
  from: string
  time_zone: string
  site: string | null
}

type ItemOf<Data extends Framed> = Data['items'][number]

interface FrameProps<Data extends Framed> {
  report: ReportName
  query: UseQueryResult<Data>
  columns: (data: Data) => readonly ListColumn<ItemOf<Data>>[]
  /** Shown before the table. */
  summary?: (data: Data) => ReactNode
  /** Makes the ids of several rows of one person unique. */
  rowsOf?: (data: Data) => readonly ItemOf<Data>[]
}

function Frame<Data extends Framed>({ report, query, columns, summary, rowsOf }: FrameProps<Data>) {
  const { t } = useLingui()
  const density = useDensity()
  const { data } = query
  if (!data)
    return <Pending title={<Trans>The report could not be created</Trans>} query={query} height={240} />
  const { items, total } = data
  return (
    <section className={styles.result}>
      <p className={styles.scope} role="status">
        <Scope data={data} isMoment={report === 'roll'} />
      </p>
      {summary?.(data)}
      {total > items.length && (
        <Notice kind="info">
          <Trans>
            These are the first {items.length} of {total} rows. The export contains all of them.
          </Trans>
        </Notice>
      )}
      {items.length === 0 ? (
        <EmptyState level={2} drawing={<NoMatchDrawing />} title={t`No matches`}>
          {t`Choose another time, or another site.`}
        </EmptyState>
      ) : (
        <ListTable
          caption={t(reportLabels[report])}
          columns={columns(data)}
          rows={rowsOf?.(data) ?? items}
          density={density}
        />
      )}
    </section>
  )
}

/** Where and when, with the zone. */
function Scope({ data, isMoment }: { data: Framed; isMoment: boolean }) {
  const { t } = useLingui()
  const language = useLanguage()
  const zone = timeZoneOf(data.time_zone)
  const days = [...new Set([data.first_day, data.last_day])].map((day) => formatCalendarDay(day, language))
  const when = isMoment ? formatDateTime(data.from, language, zone) : days.join(' – ')
  const zoneName = isMoment ? [] : [formatZone(data.from, language, zone)]
  return [data.site ?? t`All sites`, when, ...zoneName].join(' · ')
}

/** The name and the role of a person, the first columns of two reports. */
function usePersonColumns<Item extends { name: string; kind: 'user' | 'visitor'; role: string | null }>() {
  const { t } = useLingui()
  return {
    name: {
      id: 'name',
      header: t`Name`,
      cell: ({ name }: Item) => name || <Trans>Name deleted</Trans>,
      value: ({ name }: Item) => name,
      onPhone: 'title',
    },
    role: {
      id: 'role',
      header: t`Role`,
      cell: ({ kind, role }: Item) => role ?? t(kindLabels[kind]),
      priority: 3,
    },
  } as const
}

/** A column with a number per row. */
function useFigure() {
  const number = useNumber()
  return <Name extends string>(id: Name, header: string, priority?: number) => ({
    id,
    header,
    cell: (row: Record<Name, number>) => number(row[id]),
    value: (row: Record<Name, number>) => row[id],
    priority,
    align: 'end' as const,
  })
}

/** A column with a time per row. */
const time = <Name extends string>(
  id: Name,
  header: string,
  zone: string,
  layout?: Pick<ColumnLayout, 'priority' | 'onPhone'>,
) => ({
  id,
  header,
  cell: ({ [id]: at }: Record<Name, string | null>) => <Moment at={at} zone={zone} />,
  ...layout,
})

const mobileColumn = <Item extends { mobile: string | null; mobile_masked: boolean }>(
  header: string,
  priority: number,
): ListColumn<Item> => ({
  id: 'mobile',
  header,
  cell: ({ mobile, mobile_masked: isMasked }) => <MobileNumber mobile={mobile} isMasked={isMasked} />,
  priority,
  onPhone: 'labelled',
})

function ContactsResult({ asked }: ResultProps) {
  const { t } = useLingui()
  const query = useQuery(contactsQuery(asked))
  const person = usePersonColumns<Contact>()
  return (
    <Frame
      report="contacts"
      query={query}
      summary={({ person: name, stays, total }) => (
        <p className={styles.scope}>
          {name === '' ? <Trans>Name deleted</Trans> : <span>{name}</span>}
          {' · '}
          <Plural value={stays} one="# stay" other="# stays" />
          {' · '}
          <Plural value={total} one="# contact" other="# contacts" />
        </p>
      )}
      columns={({ time_zone: timeZone }) => [
        person.name,
        {
          id: 'minutes',
          header: t`Together`,
          cell: ({ minutes, is_certain: isCertain }) => (
            <>
              {formatDuration(minutes)}
              {!isCertain && (
                <>
                  {' '}
                  <StateBadge kind="caution" text={msg`Uncertain`} />
                </>
              )}
            </>
          ),
        },
        time('first_at', t`First`, timeZone, { priority: 2, onPhone: 'labelled' }),
        time('last_at', t`Last`, timeZone, { priority: 4, onPhone: 'labelled' }),
        {
          id: 'sites',
          header: t`Sites`,
          cell: ({ sites }) => sites.join(', '),
          priority: 5,
          onPhone: 'labelled',
        },
        person.role,
        mobileColumn(t`Mobile`, 2),
      ]}
    />
  )
}

function HeadcountResult({ asked }: ResultProps) {
  const { t } = useLingui()
  const figure = useFigure()
  const query = useQuery(headcountQuery(asked))
  return (
    <Frame
      report="headcount"
      query={query}
      columns={({ items }) => {
        // Hours that come twice are distinguished by their offset.
        const isTwice = (clock: string) => items.filter((hour) => hour.clock === clock).length > 1
        return [
          {
            id: 'clock',
            header: t`Hour`,
            cell: ({ clock, offset }) => (isTwice(clock) ? `${clock} (${offset})` : clock),
            value: ({ clock }) => clock,
            onPhone: 'title',
          },
          figure('at_start', t`At its start`),
          figure('arrived', t`Arrived`),
          figure('left', t({ message: 'Left', context: 'how many' })),
          figure('most', t`Peak`),
          figure('most_with_dependents', t`With dependants`),
        ]
      }}
    />
  )
}

function HoursResult({ asked }: ResultProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const figure = useFigure()
  const query = useQuery(hoursQuery(asked))
  const person = usePersonColumns<HoursOfMonth>()
  return (
    <Frame
      report="hours"
      query={query}
      // A visit over the end of a month is in both months.
      rowsOf={({ items }) => items.map((item) => ({ ...item, id: `${item.month} ${item.id}` }))}
      columns={() => [
        person.name,
        {
          id: 'month',
          header: t`Month`,
          cell: ({ month }) => formatCalendarMonth(month, language),
        },
        {
          id: 'minutes',
          header: t`Time on site`,
          cell: ({ minutes, is_open: isOpen }) => (
            <>
              {formatDuration(minutes)}
              {isOpen && (
                <>
                  {' '}
                  <StateBadge kind="info" text={msg`Still on site`} />
                </>
              )}
            </>
          ),
          value: ({ minutes }) => minutes,
          align: 'end',
        },
        figure('stays', t`Stays`, 3),
        figure('unknown', t`End unknown`, 2),
        person.role,
      ]}
    />
  )
}

function RollResult({ asked }: ResultProps) {
  const { t } = useLingui()
  const figure = useFigure()
  const query = useQuery(rollQuery(asked))
  const person = usePersonColumns<OnRoll>()
  return (
    <Frame
      report="roll"
      query={query}
      summary={({ total, heads }) => (
        <p className={styles.scope}>
          <Plural value={total} one="# person" other="# people" />
          {' · '}
          <Plural value={heads} one="# with dependants" other="# with dependants" />
        </p>
      )}
      columns={({ time_zone: timeZone }) => [
        person.name,
        person.role,
        figure('dependents', t`Dependants`, 4),
        time('signed_in_at', t`Signed in`, timeZone),
        {
          id: 'state',
          header: t`Since then`,
          cell: ({ state }) => t(stateLabels[state]),
          priority: 2,
          onPhone: 'labelled',
        },
        {
          id: 'left_at',
          header: t({ message: 'Left', context: 'how many' }),
          cell: ({ left_at: at }) => <Moment at={at} zone={timeZone} />,
          value: ({ left_at: at }) => at,
          priority: 5,
          onPhone: 'hidden',
        },
        mobileColumn(t`Mobile`, 3),
      ]}
    />
  )
}
