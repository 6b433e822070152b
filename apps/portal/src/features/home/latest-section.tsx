import { linkClass } from '@gatehouse/ui/core/link'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useChildPageState } from '../../lib/page-stack.tsx'
import styles from './latest-section.module.css'

interface HomeSectionProps {
  title: ReactNode
  /** The link to all of what it shows. */
  link: ReactNode
  children: ReactNode
}

/** A titled part of Home. */
export function HomeSection({ title, link, children }: HomeSectionProps) {
  return (
    <section>
      <div className={styles.head}>
        <h2>{title}</h2>
        {link}
      </div>
      {children}
    </section>
  )
}

interface LatestSectionProps {
  /** The search of the log that lists all events; undefined while the figures load. */
  search: { from: string; site: string | undefined } | undefined
  children: ReactNode
}

/** The heading of the latest events. */
export function LatestSection({ search, children }: LatestSectionProps) {
  const linkState = useChildPageState()
  return (
    <HomeSection
      title={<Trans>Latest events</Trans>}
      link={
        search && (
          <Link to="/access_log" search={search} state={linkState} className={linkClass()}>
            <Trans>All events</Trans>
          </Link>
        )
      }
    >
      {children}
    </HomeSection>
  )
}

const widths = ['70%', '55%', '80%', '60%', '65%']

/** As high as five events. */
export function WaitingEvents() {
  return (
    <div className={styles.waiting} aria-hidden="true">
      {widths.map((width) => (
        <div key={width}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  )
}
