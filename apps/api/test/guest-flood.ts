import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { methodKeyAlphabet } from '@gatehouse/validation/method-key'

export interface Response {
  status: number
  body: Record<string, unknown>
  retryAfterSeconds: number
}

/** Sends one call from an IP address, over the network or injected. */
export type Send = (call: {
  method: 'GET' | 'POST'
  path: string
  ip: string
  body?: object
  headers?: Record<string, string>
}) => Promise<Response>

interface Method {
  id: string
  key: string
}

export interface FloodPlan {
  send: Send
  /** Two methods of one site: one that measures temperatures and one that does not. */
  plain: Method
  measuring: Method
  /**
   * A method of another site, whose codes are guessed: once a site's budget is used up, its own
   * guests are sent to staff.
   */
  guessed: Method
  /** Takes a reading at the measuring method and returns its code. */
  measure(): Promise<string>
  /** The number of guests, the number of calls of the flood, and the seconds for both. */
  guests: number
  calls: number
  seconds: number
}

export interface FloodResult {
  /** The seconds of each guest from the first call to the sign-in. */
  waits: number[]
  /** The number of the flood's calls by status. */
  flood: Map<number, number>
}

const VENUE = '203.0.113.77'
/** Guests give up after this time and count as kept out. */
const TIMEOUT_MS = 60_000

/**
 * During a flood, guests behind the IP address of a venue sign in by the real clock, as their
 * phones do. The flood comes from that IP address and others. It tries keys, guesses codes of
 * another site with a new draft each, sends sign-ins without a draft and with one draft, and reads
 * the server time.
 */
export async function flood({
  send,
  plain,
  measuring,
  guessed,
  measure,
  guests,
  calls,
  seconds,
}: FloodPlan): Promise<FloodResult> {
  const counts = new Map<number, number>()
  const attack = floodCalls({ send, plain, guessed })
  const oneDraft = await draftOf(send, plain.key, VENUE)
  const sendFlood = async (number: number) => {
    // Every second call comes from the IP address of the venue.
    const ip = number % 2 ? VENUE : `2001:db8:${(number % 5000).toString(16)}::1`
    const status = await attack(number >> 1, ip, oneDraft)
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  const visit = async (number: number): Promise<number> => {
    const method = number % 4 === 0 ? measuring : plain
    const person = { firstName: `Guest ${number}`, lastName: 'Honest', mobile: '0491570156' }
    const begun = performance.now()
    const draft = await patiently(begun, () =>
      send({ method: 'GET', path: `/checkin/machine-data?method=${method.key}`, ip: VENUE }),
    ).then(({ draft: own }) => String(own))
    await patiently(begun, () =>
      send({
        method: 'POST',
        path: '/checkin/user-data',
        ip: VENUE,
        body: { ...person, id: method.id },
      }),
    )
    const code = method === measuring ? { verificationCode: await measure() } : {}
    const key = randomUUID()
    const result = await patiently(begun, () =>
      send({
        method: 'POST',
        path: '/checkin',
        ip: VENUE,
        headers: { 'idempotency-key': key },
        body: { ...person, ...code, machineId: method.id, draft },
      }),
    )
    return typeof result['checkOutToken'] === 'string' ? (performance.now() - begun) / 1000 : Infinity
  }
  const [waits] = await Promise.all([
    Promise.all(spread(guests, seconds, visit)),
    Promise.all(spread(calls, seconds, sendFlood)),
  ])
  return { waits, flood: counts }
}

/** Starts tasks evenly over some seconds, without waiting for earlier ones. */
function spread<T>(count: number, seconds: number, work: (number: number) => Promise<T>): Promise<T>[] {
  return Array.from({ length: count }, async (_, number) => {
    await delay((number * seconds * 1000) / count)
    return work(number)
  })
}

/** Repeats the call until there is a response, after the waits that the server requests. */
async function patiently(begun: number, ask: () => Promise<Response>): Promise<Record<string, unknown>> {
  for (;;) {
    const { status, body, retryAfterSeconds } = await ask()
    if (status === 200) return body
    const isLater = status === 429 || status === 503
    if (!isLater || performance.now() - begun > TIMEOUT_MS) throw new Error(`A guest was told ${status}`)
    await delay(Math.max(1, retryAfterSeconds) * 1000)
  }
}

async function draftOf(send: Send, key: string, ip: string): Promise<string> {
  const { body } = await send({ method: 'GET', path: `/checkin/machine-data?method=${key}`, ip })
  return String(body['draft'])
}

function floodCalls({ send, plain, guessed }: Pick<FloodPlan, 'send' | 'plain' | 'guessed'>) {
  const post = (ip: string, body: object) =>
    send({ method: 'POST', path: '/checkin', ip, body }).then(({ status }) => status)
  const kinds: ((number: number, ip: string, oneDraft: string) => Promise<number>)[] = [
    (number, ip) =>
      send({ method: 'GET', path: `/checkin/machine-data?method=${keyOf(number)}`, ip }).then(
        ({ status }) => status,
      ),
    (number, ip) => post(ip, { ...personOf(number), machineId: plain.id }),
    (number, ip, draft) => post(ip, { ...personOf(number), machineId: plain.id, draft }),
    async (number, ip) => {
      const draft = await draftOf(send, guessed.key, ip)
      const verificationCode = String(number % 1_000_000).padStart(6, '0')
      return post(ip, { ...personOf(number), machineId: guessed.id, draft, verificationCode })
    },
    (_, ip) => send({ method: 'GET', path: '/checkin/time', ip }).then(({ status }) => status),
  ]
  return (number: number, ip: string, oneDraft: string) =>
    kinds[number % kinds.length]?.(number, ip, oneDraft) ?? Promise.resolve(0)
}

const personOf = (number: number) => ({
  firstName: `Flood ${number}`,
  lastName: 'Nobody',
  mobile: '0491570157',
})

/** The key for a number: different numbers give different keys. */
function keyOf(number: number): string {
  const base = methodKeyAlphabet.length
  return [0, 1, 2, 3]
    .map((place) => methodKeyAlphabet[Math.floor((number * 7919) / base ** place) % base] ?? 'A')
    .join('')
}

export function tell(name: string, { waits, flood: counts }: FloodResult): string {
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Infinity).toFixed(2)
  const statuses = [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status}`)
  return `${name}: ${waits.filter(Number.isFinite).length} of ${waits.length} in, median ${at(0.5)} s, 99 % ${at(0.99)} s, longest ${(sorted.at(-1) ?? Infinity).toFixed(2)} s; flood ${statuses.join(', ')}`
}
