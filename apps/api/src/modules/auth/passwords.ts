import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../lib/app-error.ts'
import { createSemaphore, type TaskOwner } from '../../lib/semaphore.ts'

/** argon2id as OWASP's Password Storage Cheat Sheet recommends. Each hash has the parameters. */
const recommendedCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Shorter than a browser's request timeout. */
const MAX_WAIT_MS = 8000

/** For tests, which compute thousands of hashes. */
export const testCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/** Passwords are compared in NFC, because keyboards differ (NIST SP 800-63B, 3.1.1.2). */
export type Passwords = Awaited<ReturnType<typeof createPasswords>>

/** Callers with an earlier login or a link. They wait for at most one task of all strangers. */
const known: TaskOwner = { group: 'known' }
/** Logins from a network by devices that the account does not know. */
export const strangerIn = (network: string): TaskOwner => ({ group: 'stranger', member: network })

/**
 * Hashes on all cores but one, which is left to guests and the database. Each owner has a short
 * queue; further calls get 503.
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
     * Whether the password matches the hash. Without a hash it takes the same time and returns
     * false.
     * @param owner the queue that the call belongs to; queues are served in turn
     */
    matches: (password: string, hashed: string | undefined, owner: TaskOwner = known): Promise<boolean> =>
      semaphore.run(async () => {
        const compared = hashed ?? decoy
        const normal = password.normalize('NFC')
        // Older hashes are of the password as it was typed, not of its NFC form.
        const matches =
          (await verify(compared, normal)) || (normal !== password && (await verify(compared, password)))
        return hashed !== undefined && matches
      }, owner),
  }
}
