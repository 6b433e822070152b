import { Card } from '@gatehouse/ui/core/card'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState, type RefObject, useLayoutEffect, useRef } from 'react'
import styles from './charts.module.css'
import { useNumber } from '../../../lib/use-number.ts'
import { linkClass } from '@gatehouse/ui/core/link'
import { Link } from '@tanstack/react-router'
import { useChildPageState } from '../../../lib/page-stack.tsx'
import type { checkInsSearch, DashboardResponse } from '../dashboard/queries.ts'

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

export interface ChartProps {
  response: DashboardResponse
  /** The log belongs to one client. */
  canOpenLog: boolean
}

interface NumberLinkProps {
  count: number
  /** What is counted, for a screen reader. */
  name: string
  /** The search of the log that lists it. */
  search: ReturnType<typeof checkInsSearch> | false | undefined
}

/** A number of a table that links to what it counts in the log. */
export function NumberLink({ count, name, search }: NumberLinkProps) {
  const text = useNumber()(count)
  const linkState = useChildPageState()
  if (!search || count === 0) return text
  return (
    <Link
      to="/access_log"
      search={search}
      state={linkState}
      className={linkClass({ quiet: true })}
      aria-label={`${text}, ${name}`}
    >
      {text}
    </Link>
  )
}

/** The width of an element in pixels, 0 before it is known. */
export function useWidth(): { ref: RefObject<HTMLDivElement | null>; width: number } {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    setWidth(element.clientWidth)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
