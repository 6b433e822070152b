import { Card } from '@gatehouse/ui/core/card'
import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import styles from './charts.module.css'

interface ChartCardProps {
  title: string
  /** The chart in one sentence. */
  summary: ReactNode
  chart: ReactNode
  /** The same numbers for keyboards and screen readers. */
  table: ReactNode
  /** There is nothing to draw, as the summary says. */
  isEmpty: boolean
  /** It takes the whole width of the page. */
  isWide?: boolean
}

/** A chart, or its numbers as a table, with one sentence on what it shows. */
export function ChartCard({ title, summary, chart, table, isEmpty, isWide = false }: ChartCardProps) {
  const { t } = useLingui()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  return (
    <div className={isWide ? styles.wide : undefined}>
      <Card
        title={title}
        aside={
          !isEmpty && (
            <SegmentedControl
              label={t`Show ${title} as`}
              value={view}
              options={[
                { value: 'chart', label: t`Chart` },
                { value: 'table', label: t`Table` },
              ]}
              onChange={setView}
            />
          )
        }
      >
        <p className={styles.summary}>{summary}</p>
        {!isEmpty && (view === 'chart' ? chart : table)}
      </Card>
    </div>
  )
}
