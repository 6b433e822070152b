import { Cell, HeadCell, Table, TableRow } from '@gatehouse/ui/staff/table'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNumber } from '../../../lib/use-number.ts'
import { useChildPageState } from '../../../lib/page-stack.tsx'
import type { checkInsSearch } from '../dashboard/queries.ts'
import { ChartCard, NumberLink } from './chart-card.tsx'
import styles from './charts.module.css'

interface NamedBar {
  id: string
  name: string
  /** A quieter text beside the name. */
  detail?: string | undefined
  count: number
  /** Undefined where the log has no such filter. */
  search: ReturnType<typeof checkInsSearch> | undefined
}

interface BarChartProps {
  title: string
  summary: ReactNode
  /** The column heads: the subject of the bars, and the unit of their counts. */
  heads: { name: string; count: string }
  bars: readonly NamedBar[]
  /** The total that the shares refer to. */
  total: number
  canOpenLog: boolean
  /** The chart has all bars of the table, not only the first few. */
  hasAll?: boolean
}

const MOST_BARS = 8

/** Counts by name as bars, each with its number. */
export function BarChart({ title, summary, heads, bars, total, canOpenLog, hasAll = false }: BarChartProps) {
  const { t } = useLingui()
  const share = useNumber({ style: 'percent' })
  const highest = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ChartCard
      title={title}
      summary={summary}
      isWide={hasAll}
      isEmpty={bars.every(({ count }) => count === 0)}
      chart={
        <ul className={styles.bars}>
          {(hasAll ? bars : bars.slice(0, MOST_BARS)).map((bar) => (
            <li key={bar.id}>
              <BarFace bar={bar} highest={highest} canOpenLog={canOpenLog} />
            </li>
          ))}
        </ul>
      }
      table={
        <Table
          caption={title}
          density="compact"
          head={
            <>
              <HeadCell isTitle>{heads.name}</HeadCell>
              <HeadCell align="end">{heads.count}</HeadCell>
              <HeadCell align="end">{t`Share`}</HeadCell>
            </>
          }
        >
          {bars.map(({ id, name, detail, count, search }) => (
            <TableRow key={id}>
              <Cell isTitle>{detail ? `${name} · ${detail}` : name}</Cell>
              <Cell label={heads.count} align="end">
                <NumberLink count={count} name={name} search={canOpenLog && search} />
              </Cell>
              <Cell label={t`Share`} align="end">
                {share(total === 0 ? 0 : count / total)}
              </Cell>
            </TableRow>
          ))}
        </Table>
      }
    />
  )
}

interface BarFaceProps {
  bar: NamedBar
  highest: number
  canOpenLog: boolean
}

function BarFace({ bar, highest, canOpenLog }: BarFaceProps) {
  const linkState = useChildPageState()
  const text = useNumber()(bar.count)
  const face = (
    <>
      <span className={styles.barName}>
        {bar.name}
        {bar.detail && <span className={styles.barDetail}> {bar.detail}</span>}
      </span>
      <span className={styles.barCount}>{text}</span>
      <span className={styles.track}>
        <span className={styles.fill} style={{ width: `${(bar.count / highest) * 100}%` }} />
      </span>
    </>
  )
  if (!canOpenLog || !bar.search || bar.count === 0) return <span className={styles.bar}>{face}</span>
  return (
    <Link to="/access_log" search={bar.search} state={linkState} className={styles.bar}>
      {face}
    </Link>
  )
}
