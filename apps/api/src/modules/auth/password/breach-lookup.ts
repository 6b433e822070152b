import { createHash } from 'node:crypto'
import type { BreachCount } from '@gatehouse/validation/endpoints/password'
import { isCommonPassword } from './strength.ts'

const LONGEST_MS = 2000
/** A padded answer is some 40 kB; what goes on and on is not read. */
const LARGEST_ANSWER = 512 * 1024
/** How long a service that failed is left alone. */
const REST_MS = 30_000

export interface BreachLookup {
  /** How often the password was seen in known breaches, and who says so: the bundled list knows of no number, and says 1. */
  count(password: string): Promise<BreachCount>
}

export interface BreachLookupDeps {
  /** The base address of a range service, ending in a slash; undefined where no password's hash may leave, not even in part. */
  url: string | undefined
  /** Told that the bundled list stood in. */
  onAway?(): void
}

/**
 * Asks a range service by k-anonymity: five hexadecimal digits of the SHA-1 leave the house, and the answer is padded, so
 * that not even its length tells. Never takes longer than 2 s and never fails: then the bundled list answers.
 */
export function createBreachLookup({ url, onAway = () => {} }: BreachLookupDeps): BreachLookup {
  let restUntil = 0
  const bundled = (password: string): BreachCount => ({
    count: isCommonPassword(password) ? 1 : 0,
    source: 'bundled',
  })
  return {
    async count(password) {
      if (url === undefined || performance.now() < restUntil) return bundled(password)
      const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
      try {
        const count = countIn(await fetchRange(url, digest.slice(0, 5)), digest.slice(5))
        // The service may not know what everybody tries first here.
        return count === 0 && isCommonPassword(password) ? bundled(password) : { count, source: 'service' }
      } catch {
        restUntil = performance.now() + REST_MS
        onAway()
        return bundled(password)
      }
    },
  }
}

async function fetchRange(base: string, prefix: string): Promise<string> {
  const response = await fetch(`${base}${prefix}`, {
    headers: { 'add-padding': 'true', 'user-agent': 'gatehouse' },
    redirect: 'error',
    signal: AbortSignal.timeout(LONGEST_MS),
  })
  if (response.status !== 200 || !response.body) throw new Error('The range service did not answer.')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > LARGEST_ANSWER) throw new Error('The range service answers without end.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('latin1')
}

const LINE = /^([\dA-F]{35}):(\d{1,12})$/i

/**
 * The count of a suffix in a range's answer. Padding is lines with the count 0, which mean nothing.
 * @throws where the answer is no list of suffixes
 */
export function countIn(answer: string, suffix: string): number {
  let count = 0
  for (const line of answer.split(/\r?\n/)) {
    if (line === '') continue
    const [, found, times] = LINE.exec(line.trim()) ?? []
    if (found === undefined) throw new Error('The range service does not answer a range.')
    if (found.toUpperCase() === suffix) count = Math.max(count, Number(times))
  }
  return count
}
