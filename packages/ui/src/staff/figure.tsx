import type { ReactNode } from 'react'
import styles from './figure.module.css'
import { Skeleton } from './skeleton.tsx'

export interface FigureProps {
  label: ReactNode
  /** Formatted, with its unit in a `<small>`; missing while it is loading. */
  value?: ReactNode
  /** A line below: what is counted, or its change. */
  detail?: ReactNode
  /** A sparkline at the bottom, with its text. */
  chart?: ReactNode
  /** Renders the link over the whole figure: `(face) => <Link to="/access_log" {...face} />`. */
  render?: ((face: { className: string; children: ReactNode }) => ReactNode) | undefined
}

/** One large number with its label. The whole figure links to the rows it counts. */
export function Figure({ label, value, detail, chart, render }: FigureProps) {
  return (
    <div className={styles.figure}>
      <p className={styles.label}>{render ? render({ className: styles.link!, children: label }) : label}</p>
      <p className={styles.value} translate="no">
        {value ?? <Skeleton width="72px" height={34} />}
      </p>
      {value === undefined ? (
        <>
          <div className={styles.detail}>
            <Skeleton width="70%" />
          </div>
          <div className={styles.chart}>
            <Skeleton height={28} />
          </div>
        </>
      ) : (
        <>
          {detail && <p className={styles.detail}>{detail}</p>}
          {chart && <div className={styles.chart}>{chart}</div>}
        </>
      )}
    </div>
  )
}

interface FiguresProps {
  children: ReactNode
  /** A chart below them, in the same card. */
  foot?: ReactNode
}

/** Figures side by side, as many as fit. */
export function Figures({ children, foot }: FiguresProps) {
  return (
    <div className={styles.card}>
      <div className={styles.figures}>{children}</div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  )
}
