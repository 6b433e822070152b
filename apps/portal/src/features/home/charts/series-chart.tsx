import { timeZoneOf, type TimeZone } from '@gatehouse/i18n/format/time-zone'
import { useNumber } from '../../../lib/use-number.ts'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { classes } from '@gatehouse/ui/core/classes.ts'
import { Cell, HeadCell, Table, TableRow } from '@gatehouse/ui/staff/table'
import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar, LinePath } from '@visx/shape'
import { useId } from 'react'
import { useChildPageState } from '../../../lib/page-stack.tsx'
import { checkInsSearch } from '../dashboard/queries.ts'
import { ChartCard, NumberLink, type ChartProps, useWidth } from './chart-card.tsx'
import styles from './charts.module.css'
import {
  formatDayOfMonth,
  formatHour,
  formatMonth,
  formatMonthName,
  formatShortDay,
  formatWeekdayHour,
} from '@gatehouse/i18n/format/chart-times'
import type { DashboardPeriod, Language } from '@gatehouse/validation/vocabulary'

type Part = NonNullable<Dashboard['series']>[number]

const HEIGHT = 200
/** The names below the first and the last bar extend beyond them. */
const EDGE = { top: 8, right: 24, bottom: 26, left: 54 }
/** The width of a name on the axis. */
const NAME_WIDTH = 58

/** Check-ins of visitors and staff by hour, day or month, with those of the period before. */
export function SeriesChart({ response, canOpenLog, parts }: ChartProps & { parts: Part[] }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { data, query } = response
  const number = useNumber()
  const zone = timeZoneOf(data.time_zone)
  const nameOf = ({ from }: Part) => partNames[query.period].full(from, language, zone)
  const totalOf = ({ visitors, staff }: Part) => visitors + staff
  const before = number(data.check_ins.previous)
  const isEmpty = data.check_ins.count === 0 && data.check_ins.previous === 0
  const highest = parts.reduce<Part | undefined>(
    (best, part) => (totalOf(part) > (best ? totalOf(best) : 0) ? part : best),
    undefined,
  )
  const most = highest && number(totalOf(highest))
  const when = highest && nameOf(highest)
  const linkOf = (part: Part, kind?: 'visitor' | 'user') =>
    checkInsSearch(response, { from: part.from, to: part.to, kind })
  const figuresOf = (part: Part) => [
    { label: t`Visitors`, count: part.visitors, search: linkOf(part, 'visitor') },
    { label: t`Staff`, count: part.staff, search: linkOf(part, 'user') },
    { label: t`Total`, count: totalOf(part), search: linkOf(part) },
    {
      label: t`Previous period`,
      count: part.previous,
      search: checkInsSearch(response, { from: part.previous_from, to: part.previous_to }),
    },
  ]
  return (
    <ChartCard
      title={t`Check-ins over time`}
      isInCard
      isEmpty={isEmpty}
      summary={
        isEmpty ? (
          <Trans>No one signed in, in this period or the previous one.</Trans>
        ) : highest ? (
          <Trans>
            <Plural value={data.check_ins.count} one="# check-in" other="# check-ins" />, {before} in the
            previous period. Busiest: {when}, {most}.
          </Trans>
        ) : (
          <Trans>No one signed in, {before} in the previous period.</Trans>
        )
      }
      chart={
        <Bars parts={parts} response={response} linkOf={linkOf} nameOf={nameOf} canOpenLog={canOpenLog} />
      }
      table={
        <Table
          caption={t`Check-ins over time`}
          density="compact"
          head={
            <>
              <HeadCell isTitle>{t`When`}</HeadCell>
              <HeadCell align="end">{t`Visitors`}</HeadCell>
              <HeadCell align="end">{t`Staff`}</HeadCell>
              <HeadCell align="end">{t`Total`}</HeadCell>
              <HeadCell align="end">{t`Previous period`}</HeadCell>
            </>
          }
        >
          {parts.map((part) => (
            <TableRow key={part.from}>
              <Cell isTitle>{nameOf(part)}</Cell>
              {figuresOf(part).map(({ label, count, search }) => (
                <Cell key={label} label={label} align="end" isNothing={count === 0}>
                  <NumberLink
                    count={count}
                    name={`${label}, ${nameOf(part)}`}
                    search={canOpenLog && search}
                  />
                </Cell>
              ))}
            </TableRow>
          ))}
        </Table>
      }
    />
  )
}

interface BarsProps extends ChartProps {
  parts: readonly Part[]
  linkOf: (part: Part) => ReturnType<typeof checkInsSearch>
  nameOf: (part: Part) => string
}

/** Hidden from screen readers and the keyboard, which have the sentence and the table. */
function Bars({ parts, response, linkOf, nameOf, canOpenLog }: BarsProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const linkState = useChildPageState()
  const { ref, width } = useWidth()
  const hatch = useId()
  const number = useNumber()
  const zone = timeZoneOf(response.data.time_zone)
  const names = partNames[response.query.period]
  const inner = {
    width: Math.max(0, width - EDGE.left - EDGE.right),
    height: HEIGHT - EDGE.top - EDGE.bottom,
  }
  const highest = Math.max(
    4,
    ...parts.map(({ visitors, staff, previous }) => Math.max(visitors + staff, previous)),
  )
  const x = scaleBand({ domain: parts.map(({ from }) => from), range: [0, inner.width], padding: 0.22 })
  const y = scaleLinear<number>({ domain: [0, highest], range: [inner.height, 0], nice: 4 })
  const leftOf = ({ from }: Part) => x(from) ?? 0
  const each = Math.max(1, Math.ceil(parts.length / Math.max(1, Math.floor(inner.width / NAME_WIDTH))))
  return (
    <>
      <div ref={ref} className={styles.plot} style={{ height: HEIGHT }}>
        {width > 0 && (
          <svg width={width} height={HEIGHT} aria-hidden="true">
            <defs>
              <pattern
                id={hatch}
                width="5"
                height="5"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <rect width="5" height="5" className={styles.staffGround} />
                <rect width="2.5" height="5" className={styles.staff} />
              </pattern>
            </defs>
            <g transform={`translate(${EDGE.left} ${EDGE.top})`}>
              <GridRows scale={y} width={inner.width} numTicks={4} className={classes(styles.grid)} />
              {parts.map((part) => {
                const { visitors, staff } = part
                const bar = { x: leftOf(part), width: x.bandwidth() }
                const shapes = (
                  <>
                    <title>{`${nameOf(part)}: ${number(visitors + staff)}`}</title>
                    <rect {...bar} y={0} height={inner.height} className={styles.hit} />
                    <Bar
                      {...bar}
                      y={y(visitors)}
                      height={y(0) - y(visitors)}
                      className={classes(styles.visitors)}
                    />
                    <Bar
                      {...bar}
                      y={y(visitors + staff)}
                      height={y(visitors) - y(visitors + staff)}
                      fill={`url(#${hatch})`}
                      className={classes(styles.edge)}
                    />
                  </>
                )
                return canOpenLog ? (
                  <Link
                    key={part.from}
                    to="/access_log"
                    search={linkOf(part)}
                    state={linkState}
                    tabIndex={-1}
                  >
                    {shapes}
                  </Link>
                ) : (
                  <g key={part.from}>{shapes}</g>
                )
              })}
              <LinePath
                data={[...parts]}
                x={(part) => leftOf(part) + x.bandwidth() / 2}
                y={({ previous }) => y(previous)}
                className={classes(styles.previous)}
              />
              <AxisLeft
                scale={y}
                numTicks={4}
                hideTicks
                hideAxisLine
                tickFormat={(value) => number(Number(value))}
                tickLabelProps={{ className: classes(styles.tickText), textAnchor: 'end', dx: -4, dy: 4 }}
              />
              <AxisBottom
                scale={x}
                top={inner.height}
                hideTicks
                axisLineClassName={classes(styles.axis)}
                tickValues={parts.filter((_, index) => index % each === 0).map(({ from }) => from)}
                tickFormat={(from) =>
                  axisName(from, parts, {
                    short: (time) => names.short(time, language, zone),
                    full: (time) => names.full(time, language, zone),
                  })
                }
                tickLabelProps={{ className: classes(styles.tickText), textAnchor: 'middle' }}
              />
            </g>
          </svg>
        )}
      </div>
      <ul className={styles.legend}>
        <li data-of="visitors">{t`Visitors`}</li>
        <li data-of="staff">{t`Staff`}</li>
        <li data-of="previous">{t`Previous period`}</li>
      </ul>
    </>
  )
}

type Format = (time: string, language: Language, timeZone: TimeZone) => string

/**
 * The name of a bar on the axis: the full one where two bars have the same short one, such as
 * `Nov`.
 */
function axisName(
  from: string,
  parts: readonly { from: string }[],
  nameOf: Record<'short' | 'full', (from: string) => string>,
): string {
  const name = nameOf.short(from)
  const isTwice = parts.filter((part) => nameOf.short(part.from) === name).length > 1
  return isTwice ? nameOf.full(from) : name
}

/** The names of a period's bars: on the axis, and where there is room. */
const partNames: Record<DashboardPeriod, { short: Format; full: Format }> = {
  today: { short: formatHour, full: formatHour },
  day: { short: formatHour, full: formatWeekdayHour },
  week: { short: formatDayOfMonth, full: formatShortDay },
  month: { short: formatDayOfMonth, full: formatShortDay },
  year: { short: formatMonthName, full: formatMonth },
}
