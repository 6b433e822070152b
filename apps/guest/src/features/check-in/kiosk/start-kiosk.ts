import { ApiError, isForeignResponse } from '@gatehouse/api-client/api-error'
import { api, submitCheckInEndpoint } from '../../../lib/api.ts'
import { readKioskToken } from '../kiosk-token.ts'
import { readClock } from '../../../lib/clock.ts'
import { messages as australian } from '@gatehouse/i18n/catalogues/kiosk/en-au.po'
import { messages as american } from '@gatehouse/i18n/catalogues/kiosk/en.po'
import { messages as spanish } from '@gatehouse/i18n/catalogues/kiosk/es.po'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { offsetNow, readMoment } from '../../../lib/moment.ts'
import { activateLocale, addTexts } from '../../../lib/language.ts'
import { stopSubmitting } from '../check-in.ts'
import { isRefusedByAnswer, showRefusal } from '../refusal.ts'
import { startAgain } from '../start-again.ts'
import { isKiosk, musterOf, useCheckIn } from '../check-in-store.ts'
import { refreshMuster } from '../follow-muster.ts'
import { loadPhoneCheck } from '../phone-check.ts'
import { pendingAttempt, type Submission } from '../submission/submission.ts'
import { reportKioskEndpoint } from './kiosk-api.ts'
import { pairTablet, pairingCodeIn } from './pairing.ts'
import { openEncryptedRecords } from './queue/encrypted-records.ts'
import { createQueue, type Queue } from './queue/queue.ts'
import { type Delivery, deliveryOf, type StoredSignIn, timeOfSignIn } from './queue/stored-sign-in.ts'

export { KioskPage } from './kiosk-page.tsx'

const DATABASE = 'gatehouse.kiosk'
/** While sign-ins wait, the kiosk tries the network at each tick. */
const TICK_MS = 10_000
const REPORT_TICKS = 6

const waiting = () => useCheckIn.getState().waiting ?? []

let started: Promise<void> | undefined
/**
 * Methods with waiting sign-ins since this page was loaded: their return to zero is reported too.
 */
const waited = new Set<string>()
/** The id of this tablet among those of its method; undefined if the browser stores nothing. */
let kiosk: string | undefined
/** How many milliseconds the server's clock is ahead; null before the first answered report. */
let clockOffset = (): number | null => null

/** The time by the server's clock, once it is known. */
export const kioskTime = (): number => readClock() + (clockOffset() ?? 0)

/** Starts the kiosk's queue and reports, once. */
export function startKiosk(): Promise<void> {
  started ??= start()
  return started
}

async function start(): Promise<void> {
  void pairByLink()
  await addTexts({ 'en-au': australian, en: american, es: spanish })
  await activateLocale(runtimeConfig.language)
  loadPhoneLibrary()
  let queue: Queue | undefined
  const work = async () => {
    if (await report()) await queue?.sendAll()
  }
  const opening = openQueue().then((opened) => {
    queue = opened
    void work()
  })
  // If the browser's database does not respond, the kiosk starts without it.
  await Promise.race([opening, new Promise((resolve) => setTimeout(resolve, 3000))])
  let ticks = 0
  setInterval(() => {
    ticks += 1
    if (waiting().length > 0 || ticks % REPORT_TICKS === 0) void work()
  }, TICK_MS)
  addEventListener('online', () => void work())
}

/** For pages opened by a pairing link. The first step removes the code from the URL. */
async function pairByLink(): Promise<void> {
  const code = pairingCodeIn(location.hash)
  const { method } = useCheckIn.getState()
  if (code === undefined || method.status !== 'ready') return
  useCheckIn.setState({ pairing: await pairTablet(method.machine.id, code) })
}

/** The form validates numbers without a network too. */
function loadPhoneLibrary(): void {
  const { method } = useCheckIn.getState()
  if (method.status === 'ready') loadPhoneCheck(method.machine.config.region).catch(() => {})
}

/** Undefined if the browser cannot store: then a visitor without a network waits, as on a phone. */
async function openQueue(): Promise<Queue | undefined> {
  try {
    void navigator.storage.persist().catch(() => {})
    const records = await openEncryptedRecords(DATABASE)
    kiosk = records.databaseId
    const queue = await createQueue({ records, send, onChange: changeWaiting })
    watchSubmissions(queue)
    return queue
  } catch {
    return undefined
  }
}

function changeWaiting(machineIds: string[]): void {
  const isNew = machineIds.length !== waiting().length
  useCheckIn.setState({ waiting: machineIds })
  for (const machineId of machineIds) waited.add(machineId)
  // Staff see this number; without a network they see the last one reported.
  if (isNew) void report()
}

/**
 * Reports how many sign-ins wait at each method, and measures the server's clock.
 * @returns whether the server can be reached
 */
async function report(): Promise<boolean> {
  const { method } = useCheckIn.getState()
  if (method.status !== 'ready') return false
  const tell = (machineId: string) =>
    api.call(reportKioskEndpoint, {
      body: { machineId, kiosk, waiting: waiting().filter((each) => each === machineId).length },
    })
  const own = method.machine.id
  try {
    // A monotonic clock: the kiosk's clock may be set during the call.
    const sentAt = performance.now()
    const { time, hasMuster } = await tell(own)
    const at = readMoment()
    const server = Date.parse(time) + (at[1] - sentAt) / 2
    clockOffset = () => offsetNow({ server, at })
    if (hasMuster !== (musterOf(useCheckIn.getState()) !== undefined)) void refreshMuster()
    for (const other of waited) if (other !== own) tell(other).catch(() => {})
    return true
  } catch (error) {
    return error instanceof ApiError && !isForeignResponse(error) && error.status < 500
  }
}

async function send(signIn: StoredSignIn): Promise<Delivery> {
  const { key, body } = signIn.attempt
  const signedInAt = timeOfSignIn(signIn, readClock(), clockOffset() ?? 0)
  try {
    await api.call(submitCheckInEndpoint, {
      body: { ...body, signedInAt, kioskToken: readKioskToken(body.machineId) },
      headers: { 'idempotency-key': key },
    })
    return deliveryOf(200)
  } catch (error) {
    // A response from something other than the server says nothing about the sign-in.
    return deliveryOf(error instanceof ApiError && !isForeignResponse(error) ? error.status : undefined)
  }
}

/**
 * Stores each sign-in before it is sent, and takes over unanswered ones, so that the kiosk is free
 * for the next visitor.
 */
function watchSubmissions(queue: Queue): void {
  useCheckIn.subscribe((state, before) => {
    if (state.submission === before.submission || !isKiosk(state)) return
    const attempt = pendingAttempt(state.submission)
    const earlier = pendingAttempt(before.submission)
    if (attempt && attempt.key !== earlier?.key) {
      // If storing fails, the page continues without a queue.
      queue.hold({ attempt, clockOffset: clockOffset() }).catch(() => {})
    }
    if (earlier && earlier.key !== attempt?.key) void leave(queue, earlier.key, state.submission)
    if (attempt && hasNoAnswer(state.submission)) void takeOver(queue, attempt.key)
  })
}

/** A dropped attempt may have arrived, so it is sent until the server has decided. */
async function leave(queue: Queue, key: string, { status }: Submission): Promise<void> {
  const isGivenUp = status === 'not-submitted'
  await (isGivenUp ? queue.release(key) : queue.forget(key)).catch(() => {})
}

/** There is no response, or none that decides. Too many wrong codes are shown to the visitor. */
function hasNoAnswer(submission: Submission): boolean {
  if (submission.status === 'waiting') return true
  return submission.status === 'failed' && submission.error.code !== 'too_many_requests'
}

async function takeOver(queue: Queue, key: string): Promise<void> {
  try {
    await queue.release(key)
  } catch {
    return
  }
  if (pendingAttempt(useCheckIn.getState().submission)?.key !== key) return
  if (isRefusedByAnswer(useCheckIn.getState())) {
    stopSubmitting()
    showRefusal()
    return
  }
  startAgain()
  useCheckIn.setState({ kioskStep: 'stored' })
}
