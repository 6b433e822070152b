import { whenIdle } from '@gatehouse/ui/when-idle.ts'

/**
 * How many photos are fetched and decoded at a time, so that other requests don't wait behind them.
 */
const AT_ONCE = 2
/** The longest that a photo waits for an idle page. */
const AT_LATEST_MS = 1000
const WITHOUT_IDLE_MS = 100

interface Waiting {
  start: () => void
}

const waiting = new Set<Waiting>()
let running = 0

/**
 * Waits until the page is idle and few photos are being fetched.
 * @returns a function that releases the slot
 * @throws the signal's reason, where the photo is no longer needed
 */
export function takePhotoTurn(signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const turn: Waiting = { start: () => resolve(oneRelease()) }
    signal.addEventListener('abort', () => {
      waiting.delete(turn)
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'))
    })
    waiting.add(turn)
    whenIdle(startNext, AT_LATEST_MS, WITHOUT_IDLE_MS)
  })
}

function startNext(): void {
  const [turn] = waiting
  if (!turn || running >= AT_ONCE) return
  waiting.delete(turn)
  running += 1
  turn.start()
}

function oneRelease(): () => void {
  let isReleased = false
  return () => {
    if (isReleased) return
    isReleased = true
    running -= 1
    whenIdle(startNext, AT_LATEST_MS, WITHOUT_IDLE_MS)
  }
}
