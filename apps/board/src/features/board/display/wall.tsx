import { serverTime } from '@gatehouse/api-client/server-clock'
import { type TimeZone, timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatClock, formatSince } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Button } from '@gatehouse/ui/core/button'
import { CautionIcon } from '@gatehouse/ui/core/icons'
import { applyTheme } from '@gatehouse/ui/staff/theme.ts'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { isStale } from '../board-times.ts'
import { countOnSite, joinRole } from '../people.ts'
import styles from './display.module.css'
import { useQuietReload } from './use-quiet-reload.ts'
import { isNight, shiftOf, TILE, wallPage, type WallSize, wallSize } from './wall-pages.ts'

const PAGE_MS = 12_000
const BRIGHT_MS = 60_000

interface WallProps {
  site: BoardSite
  people: readonly BoardPerson[]
  /** The time of the last response, in epoch milliseconds. */
  updatedAt: number
  onLeave: () => void
}

/** The list for a screen on a wall: large names without numbers, on pages that turn by themselves. */
export function Wall({ site, people, updatedAt, onLeave }: WallProps) {
  useQuietReload(true)
  const language = useLanguage()
  const timeZone = timeZoneOf(site.timeZone)
  const now = useNow(1000)
  const [grid, setGrid] = useState<HTMLUListElement | null>(null)
  const { columns, rows } = useWallSize(grid)
  const [turned, setTurned] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const page = wallPage(people, { columns, rows }, turned)
  const isDimmed = useNightDim(now, timeZone)
  useEffect(() => {
    if (isPaused || page.count === 1) return undefined
    const timer = setInterval(() => setTurned((before) => before + 1), PAGE_MS)
    return () => clearInterval(timer)
  }, [isPaused, page.count])

  const isOutdated = isStale(updatedAt, now)
  const clock = formatClock(serverTime(updatedAt), language, timeZone)
  const count = countOnSite(people).people
  return (
    <div className={styles.wall} data-dimmed={isDimmed}>
      <div className={styles.shifted} style={{ transform: shiftOf(now) }}>
        <div className={styles.head}>
          <p className={styles.count}>
            <span className={styles.figure}>{count}</span>
            <span>
              <Plural value={count} one="person on site" other="people on site" />
              <strong className={styles.site}>{site.name}</strong>
            </span>
          </p>
          <p className={styles.fresh} data-stale={isOutdated}>
            {isOutdated && <CautionIcon size={28} />}
            {isOutdated ? <Trans>Not updated since {clock}</Trans> : <Trans>Updated {clock}</Trans>}
          </p>
          {page.count > 1 && (
            <p className={styles.pages}>
              <Trans>
                Page {page.number} of {page.count}
              </Trans>
            </p>
          )}
          <div className={styles.controls}>
            {page.count > 1 && (
              <Button kind="quiet" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
                <Trans>Stop on this page</Trans>
              </Button>
            )}
            <FullScreen />
            <Button kind="quiet" onClick={onLeave}>
              <Trans>Leave the wall</Trans>
            </Button>
          </div>
        </div>
        <ul
          ref={setGrid}
          className={styles.tiles}
          style={{
            gap: TILE.gap,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            gridTemplateRows: `repeat(${rows}, ${TILE.height}px)`,
          }}
        >
          {page.items.map((person) => (
            <li key={person.id} className={styles.tile}>
              <p className={styles.name}>
                {person.firstName || person.lastName ? (
                  <>
                    {person.firstName} <b>{person.lastName}</b>
                  </>
                ) : (
                  <Trans>Name deleted</Trans>
                )}
                {person.dependents > 0 && ` + ${person.dependents}`}
              </p>
              <p className={styles.detail}>
                {[
                  joinRole(person),
                  person.logDate && formatSince(person.logDate, serverTime(now), language, timeZone),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
        {people.length === 0 && (
          <p className={styles.name}>
            <Trans>Nobody is on site</Trans>
          </p>
        )}
      </div>
    </div>
  )
}

/** How many tiles the list has room for, also after the screen was turned. */
function useWallSize(grid: HTMLElement | null): WallSize {
  const [size, setSize] = useState<WallSize>({ columns: 1, rows: 1 })
  useEffect(() => {
    if (!grid) return undefined
    const observer = new ResizeObserver(() => setSize(wallSize(grid.clientWidth, grid.clientHeight)))
    observer.observe(grid)
    return () => observer.disconnect()
  }, [grid])
  return size
}

/** Dark and dim at night, and bright for a minute where somebody touches the screen. */
function useNightDim(now: number, timeZone: TimeZone): boolean {
  const [brightUntil, setBrightUntil] = useState(0)
  const isDimmed = isNight(serverTime(now), timeZone) && now >= brightUntil
  useEffect(() => {
    const brighten = () => setBrightUntil(Date.now() + BRIGHT_MS)
    addEventListener('pointerdown', brighten)
    addEventListener('keydown', brighten)
    return () => {
      removeEventListener('pointerdown', brighten)
      removeEventListener('keydown', brighten)
    }
  }, [])
  useEffect(() => {
    if (!isDimmed) return undefined
    document.documentElement.dataset['theme'] = 'dark'
    return applyTheme
  }, [isDimmed])
  return isDimmed
}

function FullScreen() {
  const [isFull, setFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  if (!document.fullscreenEnabled) return null
  return (
    <Button
      kind="quiet"
      aria-pressed={isFull}
      onClick={() =>
        void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
          () => {},
        )
      }
    >
      <Trans>Full screen</Trans>
    </Button>
  )
}
