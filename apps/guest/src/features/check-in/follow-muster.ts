import { activeLanguage } from '@gatehouse/i18n/use-language'
import { elapsed, readMoment } from '../../lib/moment.ts'
import { isKiosk, musterOf, setMethod, useCheckIn } from './check-in-store.ts'
import { fetchMethod } from './machine-data.ts'

/** So soon a page hears of the end of a muster, and of a drill that became an evacuation. */
const ASK_MS = 15_000
/** A page that was not asked for so long may have missed the start of a muster. */
const STALE_MS = 60_000

const getState = useCheckIn.getState
let askedAt = readMoment()

/**
 * Keeps up with the muster at the site. The page polls while it shows a muster. Otherwise it asks
 * when it becomes visible after a while, and when a sign-in begins after a pass. A page that stays in
 * view learns of an evacuation from the pass, which asks at once.
 */
export function followMuster(): void {
  setInterval(() => {
    if (musterOf(getState())) void refreshMuster()
  }, ASK_MS)
  const onReturn = () => {
    if (musterOf(getState()) || elapsed(askedAt, readMoment()) > STALE_MS) void refreshMuster()
  }
  addEventListener('pageshow', onReturn)
  document.addEventListener('visibilitychange', onReturn)
  useCheckIn.subscribe(({ checkIn }, before) => {
    if (!checkIn && before.checkIn) void refreshMuster()
  })
  // The browser may have kept the page, with what the server said then.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'back_forward') void refreshMuster()
}

/** Asks whether a muster is running at the site. Without an answer what is known stays. */
export async function refreshMuster(): Promise<void> {
  const { methodKey, checkIn } = getState()
  const isPass = checkIn !== undefined && !isKiosk(getState())
  if (isPass || document.visibilityState !== 'visible') return
  askedAt = readMoment()
  const found = await fetchMethod(methodKey, activeLanguage())
  const { methodKey: key, method } = getState()
  if (key !== methodKey || method.status !== 'ready') return
  if (found.status !== 'ready' && found.reason !== 'unknown') return
  // The questions and the draft stay: somebody may be amid the form.
  const muster = found.status === 'ready' ? found.machine.muster : undefined
  setMethod(methodKey, { ...method, machine: { ...method.machine, muster } })
}
