import { NoAnswerError } from '@gatehouse/api-client/api-error'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatClock } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { CautionIcon } from '@gatehouse/ui/core/icons'
import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import type { OnSite } from './people.ts'
import { isStale } from './staleness.ts'
import styles from './status-bar.module.css'
import { ticks, useTicks } from './use-ticks.ts'

interface StatusBarProps {
  siteId: string
  /** Of the site, in which times are told. */
  timeZone: TimeZone
  /** Undefined until the first answer. */
  onSite: OnSite | undefined
  /** Of the last answer, in epoch milliseconds. */
  updatedAt: number
  /** What the last try brought instead of a list; the list is the one before. */
  failure: Error | null
}

/** What must be in view whatever is scrolled: how many people, how fresh, how many of them counted. */
export function StatusBar({ siteId, timeZone, onSite, updatedAt, failure }: StatusBarProps) {
  return (
    <div className={styles.bar}>
      <p className={styles.count}>
        <span className={styles.figure}>{onSite?.people ?? '–'}</span>
        <span className={styles.countWords}>
          <span className={styles.countTitle}>
            <Plural value={onSite?.people ?? 0} one="person on site" other="people on site" />
          </span>
          {onSite && (
            <span>
              <Trans>{onSite.signedIn} signed in</Trans>
              {onSite.dependents > 0 && (
                <>
                  {' '}
                  <Plural value={onSite.dependents} one="with # dependant" other="with # dependants" />
                </>
              )}
            </span>
          )}
        </span>
      </p>
      <Freshness timeZone={timeZone} updatedAt={updatedAt} failure={failure} />
      {onSite && onSite.signedIn > 0 && <TickCounter siteId={siteId} outOf={onSite.signedIn} />}
    </div>
  )
}

function Freshness({
  timeZone,
  updatedAt,
  failure,
}: Pick<StatusBarProps, 'timeZone' | 'updatedAt' | 'failure'>) {
  const language = useLanguage()
  const isOld = isStale(updatedAt, useNow(1000))
  if (updatedAt === 0) return <p className={styles.fresh} />
  const time = formatClock(updatedAt, language, timeZone)
  return (
    <div className={styles.fresh} data-stale={isOld}>
      {isOld && <CautionIcon size={20} />}
      <p>
        {isOld ? <Trans>Not updated since {time}</Trans> : <Trans>Updated {time}</Trans>}
        {/* Read out when the connection comes or goes, not at every refresh. */}
        <span role="status" className={styles.lost}>
          {failure &&
            (failure instanceof NoAnswerError ? (
              <Trans>No connection. This is the last known list.</Trans>
            ) : (
              <Trans>The server had a problem. This is the last known list.</Trans>
            ))}
        </span>
      </p>
    </div>
  )
}

function TickCounter({ siteId, outOf }: { siteId: string; outOf: number }) {
  const ticked = useTicks(siteId)
  const [undo, setUndo] = useState<() => void>()
  const counted = ticked.size
  // Who counts on has no more use for the ticks before.
  if (counted > 0 && undo) setUndo(undefined)
  const reset = () => {
    const putBack = ticks.reset(siteId)
    setUndo(() => putBack)
  }
  return (
    <div className={styles.ticks}>
      <p className={styles.ticked} data-done={counted === outOf}>
        <Trans>
          <strong className={styles.tickedFigure}>{counted}</strong> of {outOf} checked
        </Trans>
      </p>
      {counted > 0 ? (
        <Button onClick={reset}>
          <Trans>Reset</Trans>
        </Button>
      ) : (
        undo && (
          <Button onClick={undo}>
            <Trans>Undo reset</Trans>
          </Button>
        )
      )}
    </div>
  )
}
