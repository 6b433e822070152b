import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../lib/app-error.ts'
import { createSemaphore } from '../../lib/semaphore.ts'

/** argon2id by OWASP’s first recommendation; the numbers travel in each hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** Whether the password belongs to the hash. Without a hash the same work is done for nothing, and the answer is no. */
  matches(password: string, hashed: string | undefined): Promise<boolean>
}

/** Hashes as many passwords at once as there are cores; a short queue waits, and then the answer is 503. */
export async function createPasswords(): Promise<Passwords> {
  const cores = availableParallelism()
  const semaphore = createSemaphore({
    permits: cores,
    maxWaiting: cores * 16,
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
