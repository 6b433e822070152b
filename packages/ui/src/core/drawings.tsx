import type { ReactNode } from 'react'
import styles from './drawings.module.css'

export interface DrawingProps {
  /** In pixels; default 96. */
  size?: number | undefined
}

/**
 * The frame of every drawing: a grid of 96 units, one stroke width, round ends, one soft shape
 * behind.
 */
export function Drawing({
  size = 96,
  ground,
  children,
}: DrawingProps & { ground?: string; children: ReactNode }) {
  return (
    <svg className={styles.drawing} width={size} height={size} viewBox="0 0 96 96" aria-hidden="true">
      {ground && <path className={styles.ground} data-ground d={ground} />}
      {children}
    </svg>
  )
}

export const doorway = 'M22 84V44a26 26 0 0 1 52 0v40'

/** Nothing here yet: an empty doorway with light falling through it. */
export const EmptyDrawing = (props: DrawingProps) => (
  <Drawing {...props} ground="M34 84V46a14 14 0 0 1 28 0v38Z">
    <path d={doorway} />
    <path d="M34 84V46a14 14 0 0 1 28 0v38M10 84h76M48 12V6M24 20l-4-5M72 20l4-5" />
  </Drawing>
)

/** It did not work: a plug pulled out. */
export const FailedDrawing = (props: DrawingProps) => (
  <Drawing {...props} ground="M14 40h22v20H14Z">
    <path d="M6 50h8M14 38h14a12 12 0 0 1 0 24H14ZM40 44h9M40 56h9" />
    <path d="M90 50h-8M82 38H70a12 12 0 0 0 0 24h12ZM52 24l4 8M62 20v9M52 76l4-8M62 80v-9" />
  </Drawing>
)
