/** Nobody left in time, or nobody is let in any more: safe to retry elsewhere or later. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError'
}

/**
 * Lets at most `places` tasks in at once and the others wait in line, for at most `waitMs` each; who waited that long is turned
 * away with a DatabaseBusyError, so that under overload the queue stays short and those inside stay fast.
 */
export class Semaphore {
  readonly #places: number
  readonly #waitMs: number
  readonly #line = new Set<{ admit: () => void; refuse: (error: Error) => void }>()
  #inside = 0
  #isClosed = false
  #onEmpty = () => {}

  constructor(places: number, waitMs: number) {
    this.#places = places
    this.#waitMs = waitMs
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      return await task()
    } finally {
      this.#leave()
    }
  }

  /** Refuses everybody who waits or comes, and resolves when the last one inside has left, or after `patienceMs`. */
  async close(patienceMs: number): Promise<void> {
    this.#isClosed = true
    for (const { refuse } of this.#line) refuse(new DatabaseBusyError('The database is being closed'))
    if (this.#inside === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patienceMs)
    this.#onEmpty = resolve
    await promise
    clearTimeout(timer)
  }

  async #enter(): Promise<void> {
    if (this.#isClosed) throw new DatabaseBusyError('The database is closed')
    if (this.#inside < this.#places) {
      this.#inside++
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const settle = (then: () => void) => {
      clearTimeout(timer)
      this.#line.delete(waiter)
      then()
    }
    const waiter = {
      admit: () => settle(resolve),
      refuse: (error: Error) => settle(() => reject(error)),
    }
    const timer = setTimeout(
      () => waiter.refuse(new DatabaseBusyError('No database connection became free in time')),
      this.#waitMs,
    )
    this.#line.add(waiter)
    await promise
  }

  /** A place goes straight to the first in line. */
  #leave(): void {
    const [first] = this.#line
    if (first) return first.admit()
    this.#inside--
    if (this.#inside === 0) this.#onEmpty()
  }
}
