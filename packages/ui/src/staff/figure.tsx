import type { ReactNode } from 'react'
import { classes } from '../core/classes.ts'
import styles from './figure.module.css'
import { DownIcon, UpIcon } from './shell-icons.tsx'
import { Skeleton } from './skeleton.tsx'

export interface FigureProps {
  label: ReactNode
  /** Formatted; missing while it is loading. */
  value?: ReactNode
  unit?: ReactNode
  /** Compared with the previous value. `meaning` sets the colour: a rise is not always good. */
  change?: { text: ReactNode; direction: 'up' | 'down' | 'same'; meaning?: 'good' | 'caution' } | undefined
  /** A line below: what is counted, since when. */
  detail?: ReactNode
  /** A small chart at the bottom. */
  chart?: ReactNode
  /** Renders the link over the whole figure: `(face) => <Link to="/access_log" {...face} />`. */
  render?: ((face: { className: string; children: ReactNode }) => ReactNode) | undefined
}

/** One large number with its label. The whole figure links to the rows it counts. */
export function Figure({ label, value, unit, change, detail, chart, render }: FigureProps) {
  return (
    <div className={styles.figure}>
      <p className={styles.label}>{render ? render({ className: styles.link!, children: label }) : label}</p>
      <p className={styles.value} translate="no">
        {value ?? <Skeleton width="72px" height={34} />}
        {unit && <span className={styles.unit}>{unit}</span>}
      </p>
      {change && (
        <p className={classes(styles.change, change.meaning && styles[change.meaning])}>
          {change.direction === 'up' && <UpIcon size={14} />}
          {change.direction === 'down' && <DownIcon size={14} />}
          <span>{change.text}</span>
        </p>
      )}
      {detail && <p className={styles.detail}>{detail}</p>}
      {chart && <div className={styles.chart}>{chart}</div>}
    </div>
  )
}

/** Figures side by side, as many as fit. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={styles.figures}>{children}</div>
}
