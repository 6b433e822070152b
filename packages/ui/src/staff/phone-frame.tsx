import type { CSSProperties, ReactNode } from 'react'
import { Logo } from '../core/mark.tsx'
import type { LookName } from '../looks/look.ts'
import styles from './phone-frame.module.css'

export interface PhoneFrameProps {
  look: LookName
  scheme: 'light' | 'dark'
  venue: ReactNode
  /** Overrides the colours of the look. */
  style?: CSSProperties | undefined
  children: ReactNode
}

/** A visitor's phone in a look: the mark, the venue and the content below. */
export function PhoneFrame({ look, scheme, venue, style, children }: PhoneFrameProps) {
  return (
    <div className={styles.phone} data-look={look} style={{ ...style, colorScheme: scheme }}>
      <div className={styles.brand}>
        <Logo look={look} />
      </div>
      <p className={styles.venue}>{venue}</p>
      {children}
    </div>
  )
}
