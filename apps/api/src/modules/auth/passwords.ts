import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../lib/app-error.ts'
import { createSemaphore, type TaskOwner } from '../../lib/semaphore.ts'

/** argon2id with the first recommendation of OWASP's Password Storage Cheat Sheet. Each hash carries these numbers. */
const recommendedCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Shorter than a browser waits for a response. */
const MAX_WAIT_MS = 8000

/** For tests, which hash by the thousand. */
export const testCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/** Passwords are compared in NFC: keyboards differ in how they write a letter with a mark (NIST SP 800-63B, 3.1.1.2). */
export type Passwords = Awaited<ReturnType<typeof createPasswords>>

/** Those who have logged in before, or have a link, wait for one of all the others at most. */
const known: TaskOwner = { group: 'known' }
/** Somebody who logs in from a network, with a device that the account does not know. */
export const strangerIn = (network: string): TaskOwner => ({ group: 'stranger', member: network })

/**
 * Hashes on all cores but one, which is left to guests and the database. A short queue of each owner waits, and further calls get 503.
 * @param cost `testCost` in tests
 */
export async function createPasswords(cost = recommendedCost) {
  const cores = Math.max(1, availableParallelism() - 1)
  const semaphore = createSemaphore({
    permits: cores,
    maxWaiting: availableParallelism() * 16,
    maxWaitMs: MAX_WAIT_MS,
    createError: () => new AppError('unavailable', { retryAfterSeconds: 2 }),
  })
  const decoy = await hash('nobody has this password', cost)
  return {
    hash: (password: string): Promise<string> =>
      semaphore.run(() => hash(password.normalize('NFC'), cost), known),
    /**
     * Whether the password belongs to the hash. Without a hash it does the same work and returns false.
     * @param owner whose try it is, if not that of somebody who is known: owners take turns
     */
    matches: (password: string, hashed: string | undefined, owner: TaskOwner = known): Promise<boolean> =>
      semaphore.run(async () => {
        const compared = hashed ?? decoy
        const normal = password.normalize('NFC')
        // A hash of before is of the form that was typed then.
        const matches =
          (await verify(compared, normal)) || (normal !== password && (await verify(compared, password)))
        return hashed !== undefined && matches
      }, owner),
  }
}
