import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../lib/app-error.ts'
import { createSemaphore } from '../../lib/semaphore.ts'

/** argon2id with the first recommendation of OWASP's Password Storage Cheat Sheet. Each hash carries these numbers. */
const recommendedCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** For tests, which hash by the thousand. */
export const testCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** Whether the password belongs to the hash. Without a hash it does the same work and returns false. */
  matches(password: string, hashed: string | undefined): Promise<boolean>
}

/**
 * Hashes on all cores but one, which is left to guests and the database. A short queue waits, and further calls get 503.
 * @param cost `testCost` in tests
 */
export async function createPasswords(cost = recommendedCost): Promise<Passwords> {
  const cores = Math.max(1, availableParallelism() - 1)
  const semaphore = createSemaphore({
    permits: cores,
    maxWaiting: availableParallelism() * 16,
    createError: () => new AppError('unavailable', { retryAfterSeconds: 2 }),
  })
  const decoy = await hash('nobody has this password', cost)
  return {
    hash: (password) => semaphore.run(() => hash(password, cost)),
    matches: (password, hashed) =>
      semaphore.run(async () => {
        const matches = await verify(hashed ?? decoy, password)
        return hashed !== undefined && matches
      }),
  }
}
