import { createHash } from 'node:crypto'
import type { BreachCount } from '@gatehouse/validation/endpoints/password'
import { sendRequest } from '../../../lib/outbound/send-request.ts'
import { isCommonPassword } from './strength.ts'

const TIMEOUT_MS = 2000
/** A padded response has about 40 kB. */
const MAX_RESPONSE_BYTES = 512 * 1024
/** After a failure the service is not called for this long. */
const RETRY_AFTER_MS = 30_000

export type BreachLookup = ReturnType<typeof createBreachLookup>

export interface BreachLookupDeps {
  /** Base URL of a range service; undefined if no part of a hash may leave the server. */
  url: string | undefined
  /** Called when the service does not respond and the bundled list is used. */
  onUnavailable?(): void
}

/**
 * Queries a range service such as Have I Been Pwned with k-anonymity: only five hexadecimal digits
 * of the SHA-1 are sent, and the response is padded so that its length reveals nothing. After 2 s
 * or a failure the bundled list is used instead.
 */
export function createBreachLookup({ url, onUnavailable = () => {} }: BreachLookupDeps) {
  let pausedUntil = 0
  const bundled = (password: string): BreachCount => ({
    count: isCommonPassword(password) ? 1 : 0,
    source: 'bundled',
  })
  return {
    /** How often the password appears in known breaches. The bundled list counts 1. */
    async count(password: string): Promise<BreachCount> {
      if (url === undefined || performance.now() < pausedUntil) return bundled(password)
      const digest = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase()
      try {
        const count = countIn(await fetchRange(url, digest.slice(0, 5)), digest.slice(5))
        // The service may not know the product's own words.
        return count === 0 && isCommonPassword(password) ? bundled(password) : { count, source: 'service' }
      } catch {
        pausedUntil = performance.now() + RETRY_AFTER_MS
        onUnavailable()
        return bundled(password)
      }
    },
  }
}

async function fetchRange(base: string, prefix: string): Promise<string> {
  const { status, body } = await sendRequest(new URL(`${base}${prefix}`), {
    method: 'GET',
    headers: { 'add-padding': 'true' },
    timeLimitMs: TIMEOUT_MS,
    maxResponseBytes: MAX_RESPONSE_BYTES,
  })
  if (status !== 200) throw new Error('The range service did not respond.')
  return body.toString('latin1')
}

const LINE = /^([\dA-F]{35}):(\d{1,12})$/i

/**
 * The count of a suffix in a range response. Lines with the count 0 are padding.
 * @throws where the response is not a list of suffixes
 */
export function countIn(text: string, suffix: string): number {
  let count = 0
  for (const line of text.split(/\r?\n/)) {
    if (line === '') continue
    const [, found, times] = LINE.exec(line.trim()) ?? []
    if (found === undefined) throw new Error('The range service does not send a range.')
    if (found.toUpperCase() === suffix) count = Math.max(count, Number(times))
  }
  return count
}
