import { activeLanguage } from '@gatehouse/i18n/use-language'
import { elapsed, readMoment } from '../../lib/moment.ts'
import { isKiosk, musterOf, setMethod, useCheckIn } from './check-in-store.ts'
import { fetchMethod } from './machine-data.ts'

/** Polling interval during a muster: for its end, and for a drill that becomes an evacuation. */
const ASK_MS = 15_000
/** After this time without a request, the page may have missed the start of a muster. */
const STALE_MS = 60_000

const getState = useCheckIn.getState
let askedAt = readMoment()

/**
 * Keeps up with the muster at the site. The page polls during a muster. Otherwise it requests the
 * method when it becomes visible after a while, and when a pass is replaced by a new sign-in. An
 * open page with a pass learns of an evacuation from the pass, which polls.
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
  // The back/forward cache may have restored the page with an old muster state.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'back_forward') void refreshMuster()
}

/** Requests whether a muster is running at the site. Without a response the state stays. */
export async function refreshMuster(): Promise<void> {
  const { methodKey, checkIn } = getState()
  const isPass = checkIn !== undefined && !isKiosk(getState())
  if (isPass || document.visibilityState !== 'visible') return
  askedAt = readMoment()
  const found = await fetchMethod(methodKey, activeLanguage())
  const { methodKey: key, method } = getState()
  if (key !== methodKey || method.status !== 'ready') return
  if (found.status !== 'ready' && found.reason !== 'unknown') return
  // Questions and draft stay: the visitor may be filling in the form.
  const muster = found.status === 'ready' ? found.machine.muster : undefined
  setMethod(methodKey, { ...method, machine: { ...method.machine, muster } })
}
