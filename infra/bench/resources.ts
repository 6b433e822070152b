const open = new Set<Resources>()

/**
 * Servers, databases and folders of a bench. They are stopped in reverse order when it ends, fails
 * or is ended by a signal.
 */
export class Resources implements AsyncDisposable {
  readonly #stack = new AsyncDisposableStack()
  #stopped: Promise<void> | undefined

  constructor() {
    open.add(this)
  }

  /** Keeps a resource that is starting. A signal waits until it has started. */
  async keep<Resource>(
    starting: Promise<Resource>,
    stop: (started: Resource) => Promise<unknown>,
  ): Promise<Resource> {
    this.#stack.defer(async () => {
      // A resource that failed to start needs no stop, and its error is the bench's.
      const started = await starting.then(
        (resource) => ({ resource }),
        () => undefined,
      )
      if (started) await stop(started.resource)
    })
    return starting
  }

  /**
   * A signal while the bench stops them itself waits for that: a second disposal of the stack would
   * return at once.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped ??= this.#stack.disposeAsync()
    await this.#stopped
    open.delete(this)
  }
}

let isEnding = false

/** Makes SIGINT, SIGTERM and SIGHUP end this process only once all resources are stopped. */
export function stopResourcesOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isEnding) return
      isEnding = true
      void Promise.allSettled([...open].map((resources) => resources[Symbol.asyncDispose]())).then(() =>
        process.exit(signal === 'SIGINT' ? 130 : 143),
      )
    })
}

/**
 * Runs a bench. After a signal it never resolves, because its servers are being stopped: the signal
 * ends the process.
 */
export async function untilSignal(bench: () => Promise<unknown>): Promise<void> {
  try {
    await bench()
  } catch (error) {
    if (!isEnding) throw error
  }
  if (isEnding) await new Promise(() => {})
}
