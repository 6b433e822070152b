import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { serverTime } from '@gatehouse/api-client/server-clock'
import { Button } from '@gatehouse/ui/core/button'
import { classes } from '@gatehouse/ui/core/classes.ts'
import { applyTheme } from '@gatehouse/ui/staff/theme.ts'
import { useNow } from '@gatehouse/ui/staff/use-now.ts'
import { splitTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import styles from './display.module.css'
import { isNight, shiftOf, TILE_GAP, wallPage, type WallSize, wallSize } from './wall-pages.ts'

declare module 'react' {
  interface CSSProperties {
    /** The font size of names in wall mode. */
    '--name-size'?: string
    /** How much smaller a long name is. */
    '--scale'?: number
  }
}

const PAGE_MS = 12_000
/** After a press, someone is assumed to be at the screen for this time. */
const TOUCHED_MS = 60_000
/** The controls are shown for this time after a move or a press. */
const CONTROLS_MS = 5000

interface WallFrameProps<Item> {
  timeZone: TimeZone
  items: readonly Item[]
  /** A list item with the size of a tile. */
  renderTile: (item: Item) => ReactNode
  /** Shown before the page number. */
  head: ReactNode
  /** Colours the head. */
  headClass?: string | undefined
  /** The content must be readable at night too. */
  isUrgent?: boolean | undefined
  onLeave: (() => void) | undefined
  /** Below the tiles. */
  children?: ReactNode
}

/**
 * The frame of wall mode: tiles on pages that turn automatically, dimmed at night, and shifted to
 * prevent burn-in.
 */
export function WallFrame<Item>({
  timeZone,
  items,
  renderTile,
  head,
  headClass,
  isUrgent = false,
  onLeave,
  children,
}: WallFrameProps<Item>) {
  const now = useNow(1000)
  const [grid, setGrid] = useState<HTMLUListElement | null>(null)
  const { columns, rows, fontSize } = useWallSize(grid, items.length)
  const clock = splitTime(serverTime(now), useLanguage(), timeZone)
  const [turned, setTurned] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const page = wallPage(items, { columns, rows }, turned)
  const touchedAt = useLastEvent(presses)
  const movedAt = useLastEvent(moves)
  const [openedAt] = useState(() => Date.now())
  const isTouched = now < touchedAt + TOUCHED_MS
  const hasControls = now < Math.max(openedAt, movedAt) + CONTROLS_MS
  const isDimmed = !isUrgent && !isTouched && isNight(serverTime(now), timeZone)
  useNightDim(isDimmed)
  useLayoutEffect(() => {
    document.documentElement.dataset['wall'] = ''
    return () => {
      delete document.documentElement.dataset['wall']
    }
  }, [])
  useEffect(() => {
    if (isPaused || page.count === 1) return undefined
    const timer = setInterval(() => setTurned((before) => before + 1), PAGE_MS)
    return () => clearInterval(timer)
  }, [isPaused, page.count])
  return (
    <div
      className={styles.wall}
      data-dimmed={isDimmed}
      data-idle={!hasControls}
      style={{ '--name-size': `${fontSize}px` }}
    >
      <div className={styles.shifted} style={{ transform: shiftOf(now) }}>
        <div className={classes(styles.head, headClass)}>
          {head}
          <div className={styles.controls}>
            {page.count > 1 && (
              <Button kind="quiet" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
                <Trans>Stop on this page</Trans>
              </Button>
            )}
            <FullScreen />
            {onLeave && (
              <Button kind="quiet" onClick={onLeave}>
                <Trans>Exit wall mode</Trans>
              </Button>
            )}
          </div>
          <p className={styles.clock} translate="no">
            <strong>{clock.time}</strong>
            <span>
              {clock.zone}
              {page.count > 1 && (
                <>
                  {' · '}
                  <Trans>
                    Page {page.number} of {page.count}
                  </Trans>
                </>
              )}
            </span>
          </p>
        </div>
        <ul
          ref={setGrid}
          className={styles.tiles}
          style={{
            columnGap: TILE_GAP,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
          }}
        >
          {page.items.map(renderTile)}
        </ul>
        {children}
      </div>
    </div>
  )
}

/** How many tiles fit, also after the screen was rotated. */
function useWallSize(grid: HTMLElement | null, people: number): WallSize {
  const [room, setRoom] = useState({ width: 0, height: 0, screen: 0 })
  useEffect(() => {
    if (!grid) return undefined
    const observer = new ResizeObserver(() =>
      setRoom({ width: grid.clientWidth, height: grid.clientHeight, screen: innerHeight }),
    )
    observer.observe(grid)
    return () => observer.disconnect()
  }, [grid])
  return wallSize(people, room.width, room.height, room.screen)
}

const presses = ['pointerdown', 'keydown'] as const
const moves = [...presses, 'pointermove', 'focusin'] as const

/** The time of the last of these events, in epoch milliseconds; 0 before the first. */
function useLastEvent(events: readonly string[]): number {
  const [at, setAt] = useState(0)
  useEffect(() => {
    // A moving pointer renders the wall once a second.
    const note = () => setAt((last) => (Date.now() - last < 1000 ? last : Date.now()))
    for (const event of events) addEventListener(event, note)
    return () => {
      for (const event of events) removeEventListener(event, note)
    }
  }, [events])
  return at
}

/** Makes the page dark at night. */
function useNightDim(isDimmed: boolean): void {
  useEffect(() => {
    if (!isDimmed) return undefined
    document.documentElement.dataset['theme'] = 'dark'
    return applyTheme
  }, [isDimmed])
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
