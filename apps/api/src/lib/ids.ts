import { randomBytes } from 'node:crypto'

const rememberedMilliseconds = 256
const pool = Buffer.alloc(1024)
let used = pool.length

/** The leading 42 random bits of the last id of each millisecond. */
const lastLead = new Map<number, number>()
let latestOwn = 0

/**
 * A UUIDv7 (RFC 9562, section 6.2, method 2) with exactly the millisecond of `now`. Within the
 * process, the ids of one millisecond strictly increase, even when calls for several milliseconds
 * alternate. Without `now` the system clock is used, and ids do not decrease when it steps back.
 */
export function newId(now?: Date | number): string {
  const milliseconds = now === undefined ? ownClock() : Number(now)
  if (!Number.isInteger(milliseconds) || milliseconds < 0 || milliseconds >= 2 ** 48) {
    throw new RangeError('A UUIDv7 needs a time between 1970 and the year 10889')
  }
  const lead = nextLead(milliseconds)
  const a = Math.floor(lead / 2 ** 30)
  const b = lead % 2 ** 30
  const tail = random(4).toString('hex')
  const time = hex(milliseconds, 12)
  const variant = hex(0x8000 + Math.floor(b / 2 ** 16), 4)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(a, 3)}-${variant}-${hex(b % 2 ** 16, 4)}${tail}`
}

/** The time in a UUIDv7, to the millisecond. @throws RangeError for any other text */
export function timeOfId(id: string): Date {
  if (!/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(id)) {
    throw new RangeError('Not a UUIDv7')
  }
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

/** The lowest UUIDv7 of a millisecond. */
export function firstIdOf(at: Date): string {
  const time = hex(at.getTime(), 12)
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

function ownClock(): number {
  latestOwn = Math.max(latestOwn, Date.now())
  return latestOwn
}

/** The first value has its top bit clear. Steps are up to 2^18, with room for 8 million ids. */
function nextLead(milliseconds: number): number {
  const last = lastLead.get(milliseconds)
  const lead =
    last === undefined
      ? random(6).readUIntBE(0, 6) % 2 ** 41
      : last + 1 + (random(3).readUIntBE(0, 3) % 2 ** 18)
  if (lead >= 2 ** 42) throw new RangeError('Too many ids for one millisecond')
  if (last === undefined && lastLead.size >= rememberedMilliseconds) {
    for (const oldest of lastLead.keys()) {
      lastLead.delete(oldest)
      break
    }
  }
  lastLead.set(milliseconds, lead)
  return lead
}

function random(bytes: number): Buffer {
  if (used + bytes > pool.length) {
    randomBytes(pool.length).copy(pool)
    used = 0
  }
  used += bytes
  return pool.subarray(used - bytes, used)
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

export function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

export function idOfBytes(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
