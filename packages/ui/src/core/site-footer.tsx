import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import styles from './site-footer.module.css'

interface FooterLink {
  /** Null if the installation has no such page. */
  href: string | null
  label: ReactNode
}

export interface SiteFooterProps {
  /** The name of the product or the client. */
  name: ReactNode
  /** The product line of devices, in looks that name one. */
  deviceLine?: ReactNode
  support?: FooterLink | undefined
  privacy?: FooterLink | undefined
  /** The language switch, or other content above the line. */
  children?: ReactNode
}

export function SiteFooter({ name, deviceLine, support, privacy, children }: SiteFooterProps) {
  return (
    <footer className={styles.footer}>
      {children}
      <p className={styles.line}>
        <span className={styles.name}>{name}</span>
        {deviceLine && <span>{deviceLine}</span>}
        {[support, privacy].map(
          (link) =>
            link &&
            link.href !== null && (
              <Link key={link.href} href={link.href} quiet>
                {link.label}
              </Link>
            ),
        )}
      </p>
    </footer>
  )
}
