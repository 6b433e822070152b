import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatSince } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { StatusIcon } from '@gatehouse/ui/core/status-icon'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import type { ListedMuster } from '@gatehouse/validation/endpoints/musters'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { runningMustersQuery } from '../../lib/running-musters.ts'
import { useOfAllClients } from '../../lib/use-session.ts'
import styles from './muster-bar.module.css'

/** A bar names at most this many sites. An administrator of the installation may see more. */
const MOST_NAMED = 3

/** Says on every page where an evacuation or a drill is running, and links to it. */
export function MusterBar() {
  const { data, dataUpdatedAt } = useQuery(runningMustersQuery)
  const musters = data?.items ?? []
  const drills = musters.filter(({ drill }) => drill)
  const evacuations = musters.filter(({ drill }) => !drill)
  return (
    <>
      {evacuations.length > 0 && (
        <div ref={keepRoom} className={`${styles.bar} ${styles.evacuation}`} role="alert">
          <StatusIcon kind="danger" size={20} />
          <strong>
            <Trans>Evacuation</Trans>
          </strong>
          <Sites musters={evacuations} now={dataUpdatedAt} />
        </div>
      )}
      {drills.length > 0 && (
        <div className={`${styles.bar} ${styles.drill}`} role="status">
          <StatusIcon kind="info" size={20} />
          <strong>
            <Trans>Evacuation drill</Trans>
          </strong>
          <Sites musters={drills} now={dataUpdatedAt} />
        </div>
      )}
    </>
  )
}

/** Sticky elements of a page start below the bar. */
function keepRoom(bar: HTMLElement | null) {
  if (!bar) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--banner', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--banner')
  }
}

function Sites({ musters, now }: { musters: ListedMuster[]; now: number }) {
  const language = useLanguage()
  const ofAllClients = useOfAllClients()
  const more = musters.length - MOST_NAMED
  return (
    <ul className={styles.sites}>
      {musters.slice(0, MOST_NAMED).map((muster) => {
        const start = muster.became_real_at ?? muster.started_at
        const time = formatSince(start, now, language, timeZoneOf(muster.time_zone))
        return (
          <li key={muster.id}>
            <span>
              <span className={styles.name}>{muster.site_name}</span>
              {ofAllClients && ` (${muster.client_name})`} <Trans>since {time}</Trans>
            </span>{' '}
            <a href={`/board?site=${muster.site_id}`} className={styles.link}>
              <Trans>Open muster</Trans>
              <VisuallyHidden> {muster.site_name}</VisuallyHidden>
            </a>
          </li>
        )
      })}
      {more > 0 && (
        <li>
          <Trans>and {more} more</Trans>
        </li>
      )}
    </ul>
  )
}
