/** Nobody left the pool in time: safe to retry, answered with 503. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError'
}

/**
 * Lets at most `places` tasks in at once and the others wait in line, for at most `waitMs` each; who waited that long is turned
 * away with a DatabaseBusyError, so that under overload the queue stays short and those inside stay fast.
 */
export class Turnstile {
  #free: number
  readonly #waitMs: number
  readonly #line = new Set<() => void>()

  constructor(places: number, waitMs: number) {
    this.#free = places
    this.#waitMs = waitMs
  }

  async through<T>(task: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      return await task()
    } finally {
      this.#leave()
    }
  }

  async #enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free--
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#line.delete(admit)
      reject(new DatabaseBusyError('No database connection became free in time'))
    }, this.#waitMs)
    const admit = () => {
      clearTimeout(timer)
      this.#line.delete(admit)
      resolve()
    }
    this.#line.add(admit)
    await promise
  }

  /** A place goes straight to the first in line. */
  #leave(): void {
    const [first] = this.#line
    if (first) first()
    else this.#free++
  }
}
