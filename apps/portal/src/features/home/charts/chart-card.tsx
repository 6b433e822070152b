import { Card } from '@gatehouse/ui/core/card'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
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
  /** It is in the card of the figures: without a frame, and its sentence is the heading. */
  isInCard?: boolean
}

/** A chart, or its numbers as a table, with one sentence on what it shows. */
export function ChartCard({ title, summary, chart, table, isEmpty, isWide, isInCard }: ChartCardProps) {
  const { t } = useLingui()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const choice = !isEmpty && (
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
  const content = !isEmpty && (view === 'chart' ? chart : table)
  if (isInCard)
    return (
      <section>
        <h2>
          <VisuallyHidden>{title}</VisuallyHidden>
        </h2>
        <div className={styles.finding}>
          <p>{summary}</p>
          {choice}
        </div>
        {content}
      </section>
    )
  return (
    <div className={isWide ? styles.wide : undefined}>
      <Card title={title} aside={choice}>
        <p className={styles.summary}>{summary}</p>
        {content}
      </Card>
    </div>
  )
}
