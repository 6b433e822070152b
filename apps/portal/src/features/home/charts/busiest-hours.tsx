import { weekdayName } from '@gatehouse/i18n/format/calendar'
import { useNumber } from '../../../lib/use-number.ts'
import { hourName, shortWeekday } from '@gatehouse/i18n/format/chart-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { classes } from '@gatehouse/ui/core/classes.ts'
import { Cell, HeadCell, Table, TableRow } from '@gatehouse/ui/staff/table'
import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleSqrt } from '@visx/scale'
import { useChildPageState } from '../../../lib/page-stack.tsx'
import { checkInsSearch } from '../dashboard/queries.ts'
import { ChartCard, type ChartProps, NumberLink, useWidth } from './chart-card.tsx'
import styles from './charts.module.css'

const WEEK = [1, 2, 3, 4, 5, 6, 7]
const DAY = Array.from({ length: 24 }, (_, hour) => hour)
const ROW_HEIGHT = 30
const EDGE = { left: 40, bottom: 26 }

/** The hours of the week at which most people sign in. */
export function BusiestHours({
  response,
  canOpenLog,
  busiest,
}: ChartProps & { busiest: NonNullable<Dashboard['busiest_hours']> }) {
  const { t } = useLingui()
  const language = useLanguage()
  const number = useNumber()
  const { query } = response
  const { hours, from } = busiest
  const isOneDay = query.period === 'today' || query.period === 'day'
  const weekdays = WEEK.filter((day) => !isOneDay || hours.some(({ weekday }) => weekday === day))
  const countAt = (weekday: number, hour: number) =>
    hours.find((one) => one.weekday === weekday && one.hour === hour)?.check_ins ?? 0
  const highest = hours.reduce((best, one) => (one.check_ins > best.check_ins ? one : best), {
    weekday: 1,
    hour: 0,
    check_ins: 0,
  })
  const most = highest.check_ins
  const day = weekdayName(highest.weekday, language)
  const time = hourName(highest.hour, language)
  const linkOf = (weekday: number, hour: number) =>
    checkInsSearch(response, { from, weekday: String(weekday), hour: String(hour) })
  const title = query.period === 'year' ? t`Busiest hours of the last 13 weeks` : t`Busiest hours`
  const nameOf = (weekday: number, hour: number) =>
    `${weekdayName(weekday, language)}, ${hourName(hour, language)}`
  return (
    <ChartCard
      title={title}
      isWide
      isEmpty={most === 0}
      summary={
        most === 0 ? (
          <Trans>No one signed in.</Trans>
        ) : (
          <Trans>
            Busiest: {day}, {time} (<Plural value={most} one="# check-in" other="# check-ins" />
            ).
          </Trans>
        )
      }
      chart={
        <Cells
          weekdays={weekdays}
          most={most}
          countAt={countAt}
          linkOf={linkOf}
          canOpenLog={canOpenLog}
          nameOf={(weekday, hour) => `${nameOf(weekday, hour)}: ${number(countAt(weekday, hour))}`}
        />
      }
      table={
        <Table
          caption={title}
          density="compact"
          isWide
          head={
            <>
              <HeadCell isTitle>{t`Hour`}</HeadCell>
              {weekdays.map((weekday) => (
                <HeadCell key={weekday} align="end">
                  {shortWeekday(weekday, language)}
                </HeadCell>
              ))}
            </>
          }
        >
          {DAY.filter((hour) => weekdays.some((weekday) => countAt(weekday, hour) > 0)).map((hour) => (
            <TableRow key={hour}>
              <Cell isTitle>{hourName(hour, language)}</Cell>
              {weekdays.map((weekday) => (
                <Cell
                  key={weekday}
                  label={shortWeekday(weekday, language)}
                  align="end"
                  isNothing={countAt(weekday, hour) === 0}
                >
                  <NumberLink
                    count={countAt(weekday, hour)}
                    name={nameOf(weekday, hour)}
                    search={canOpenLog && linkOf(weekday, hour)}
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

interface CellsProps {
  weekdays: readonly number[]
  most: number
  countAt: (weekday: number, hour: number) => number
  linkOf: (weekday: number, hour: number) => ReturnType<typeof checkInsSearch>
  nameOf: (weekday: number, hour: number) => string
  canOpenLog: boolean
}

/**
 * A square for each hour: its area is the number, so that it is readable without colour. Hidden
 * from screen readers and the keyboard, which have the sentence and the table.
 */
function Cells({ weekdays, most, countAt, linkOf, nameOf, canOpenLog }: CellsProps) {
  const language = useLanguage()
  const linkState = useChildPageState()
  const { ref, width } = useWidth()
  const height = weekdays.length * ROW_HEIGHT
  const x = scaleBand({ domain: DAY, range: [0, Math.max(0, width - EDGE.left)], padding: 0.06 })
  const y = scaleBand({ domain: [...weekdays], range: [0, height], padding: 0.06 })
  const largest = Math.min(x.bandwidth(), y.bandwidth())
  const side = scaleSqrt<number>({ domain: [0, most], range: [2, largest] })
  return (
    <div ref={ref} className={styles.plot} style={{ height: height + EDGE.bottom }}>
      {width > 0 && (
        <svg width={width} height={height + EDGE.bottom} aria-hidden="true">
          <g transform={`translate(${EDGE.left} 0)`}>
            {weekdays.flatMap((weekday) =>
              DAY.map((hour) => {
                const left = x(hour) ?? 0
                const top = y(weekday) ?? 0
                const count = countAt(weekday, hour)
                const size = count === 0 ? 0 : side(count)
                const key = `${weekday} ${hour}`
                const shapes = (
                  <>
                    <title>{nameOf(weekday, hour)}</title>
                    <rect
                      x={left}
                      y={top}
                      width={x.bandwidth()}
                      height={y.bandwidth()}
                      className={styles.cell}
                    />
                    <rect
                      x={left + (x.bandwidth() - size) / 2}
                      y={top + (y.bandwidth() - size) / 2}
                      width={size}
                      height={size}
                      className={styles.visitors}
                    />
                  </>
                )
                return canOpenLog && count > 0 ? (
                  <Link
                    key={key}
                    to="/access_log"
                    search={linkOf(weekday, hour)}
                    state={linkState}
                    tabIndex={-1}
                  >
                    {shapes}
                  </Link>
                ) : (
                  <g key={key}>{shapes}</g>
                )
              }),
            )}
            <AxisLeft
              scale={y}
              hideTicks
              hideAxisLine
              tickFormat={(weekday) => shortWeekday(weekday, language)}
              tickLabelProps={{ className: classes(styles.tickText), textAnchor: 'end', dx: -4, dy: 4 }}
            />
            <AxisBottom
              scale={x}
              top={height}
              hideTicks
              hideAxisLine
              tickValues={[0, 6, 12, 18]}
              tickFormat={(hour) => hourName(hour, language)}
              tickLabelProps={{ className: classes(styles.tickText), textAnchor: 'middle' }}
            />
          </g>
        </svg>
      )}
    </div>
  )
}
