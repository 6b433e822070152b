import type { ReactNode } from 'react'
import type { LookName } from '../looks/look.ts'
import styles from './mark.module.css'

const arch = 'M5 28V15a11 11 0 0 1 22 0v13'
const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 3.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const marks: Record<LookName, ReactNode> = {
  presence: (
    <>
      <path d={arch} {...line} />
      <path d="M9.3 12.8 20 16.6v14.9L9.3 27.2Z" />
    </>
  ),
  pulse: <path d={`${arch}M5 20h5.8l3-6.5 4.5 11.5 2.9-5H27`} {...line} />,
  batbooth: (
    <>
      <path d={arch} {...line} />
      <path d="M15.2 9.5v20q-.9-4.3-3.3-4.3t-3.1 3V16q0-5.8 6.4-6.5Zm1.6 0v20q.9-4.3 3.3-4.3t3.1 3V16q0-5.8-6.4-6.5Z" />
    </>
  ),
}

export interface MarkProps {
  look: LookName
  /** In pixels; default 1em. */
  size?: number | undefined
  /** The accessible name, if there is no text beside it. */
  title?: string | undefined
}

/** The symbol of a look in the colour of the text: a gate, a pulse or wings under the same arch. */
export function Mark({ look, size, title }: MarkProps) {
  return (
    <svg
      width={size ?? '1em'}
      height={size ?? '1em'}
      viewBox="0 0 32 32"
      fill="currentColor"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      {marks[look]}
    </svg>
  )
}

/** The mark with the product's name beside it. */
export function Logo({ look, name = 'Gatehouse' }: { look: LookName; name?: string | undefined }) {
  return (
    <span className={styles.logo}>
      <Mark look={look} />
      {name}
    </span>
  )
}
