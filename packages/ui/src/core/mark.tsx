import type { ReactNode } from 'react'
import type { LookName } from '../looks/look.ts'
import styles from './mark.module.css'

const arch = 'M5 28V15a11 11 0 0 1 22 0v13'

const marks: Record<LookName, ReactNode> = {
  presence: (
    <>
      <path d={arch} fill="none" stroke="currentColor" strokeWidth="3.5" strokeLinecap="round" />
      <path d="M8.5 17.5 14 20v7.5l-5.5 2.2ZM23.5 17.5 18 20v7.5l5.5 2.2Z" />
    </>
  ),
  pulse: (
    <path
      d="M5 14.8a11 11 0 0 1 22 0M5 25.5V28M27 25.5V28M1.8 20h8.7l3-6.5 5 13 3-6.5h8.7"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  batbooth: (
    <>
      <path d={arch} fill="none" stroke="currentColor" strokeWidth="3.5" strokeLinecap="round" />
      <path d="M15.2 11v15.5c-1.3-2-3.2-2.3-6.2 1.5V16c0-3 2.4-5 6.2-5ZM16.8 11v15.5c1.3-2 3.2-2.3 6.2 1.5V16c0-3-2.4-5-6.2-5Z" />
    </>
  ),
}

export interface MarkProps {
  look: LookName
  /** In pixels; 1em without it. */
  size?: number | undefined
  /** Its name, where no word stands beside it. */
  title?: string | undefined
}

/** The sign of a look in the colour of the text: a gate, a pulse or wings under the same arch. */
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
export function Logo({ look, name = 'Gatehouse' }: { look: LookName; name?: string }) {
  return (
    <span className={styles.logo}>
      <Mark look={look} />
      {name}
    </span>
  )
}
