import type { CSSProperties, ReactNode } from 'react'
import { Logo } from '../core/mark.tsx'
import type { LookName } from '../looks/look.ts'
import styles from './phone-frame.module.css'

export interface PhoneFrameProps {
  look: LookName
  scheme: 'light' | 'dark'
  venue: ReactNode
  /** In place of the logo of the look. */
  logo?: ReactNode
  /** Overrides the colours of the look. */
  style?: CSSProperties | undefined
  children: ReactNode
}

/** A visitor's phone in a look: the mark, the venue and the content below. */
export function PhoneFrame({ look, scheme, venue, logo, style, children }: PhoneFrameProps) {
  return (
    <div className={styles.phone} data-look={look} style={{ ...style, colorScheme: scheme }}>
      <div className={styles.brand}>{logo || <Logo look={look} />}</div>
      <p className={styles.venue}>{venue}</p>
      {children}
    </div>
  )
}
