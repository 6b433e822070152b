import { Lane } from './lane.ts'
import { Turnstile } from './turnstile.ts'

export interface DatabaseOptions {
  /** Of the runtime role, as `prepareEmbedded` and `prepareServer` answer it. */
  runtimeUrl: string
  connections?: number
  /** How long a transaction may wait for a connection before it is turned away. */
  waitMs?: number
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  idleInTransactionMs?: number
  applicationName?: string
}

/** A pool of connections of the runtime role. It is used through `withScope` and its siblings in tenancy.ts. */
export interface Database {
  /**
   * Lends a connection to the work, and takes it back unless it is spoilt. Work that overruns the deadline is cut off: a network that
   * swallows packets must not hold a place in the pool.
   */
  lend: <T>(work: (lane: Lane) => Promise<T>, deadlineMs?: number) => Promise<T>
  /** Lets nobody in any more, waits up to five seconds for what is running, then cuts it. */
  close: () => Promise<void>
}

const lifeMs = 45 * 60_000
const drainMs = 5000

/** Opens a pool. It connects when it is needed, and after a loss again, each time at once. */
export function createDatabase({
  runtimeUrl,
  connections = 10,
  waitMs = 750,
  statementTimeoutMs = 5000,
  lockTimeoutMs = 2000,
  idleInTransactionMs = 10_000,
  applicationName = 'gatehouse',
}: DatabaseOptions): Database {
  const parameters = {
    application_name: applicationName,
    TimeZone: 'UTC',
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  }
  const defaultDeadline = Math.max(statementTimeoutMs, idleInTransactionMs) + 2000
  const turnstile = new Turnstile(connections, waitMs)
  const born = new WeakMap<Lane, number>()
  const lanes = new Set<Lane>()
  const idle: Lane[] = []
  let turn = 0

  async function take(): Promise<Lane> {
    for (let lane = idle.pop(); lane; lane = idle.pop()) {
      if (lane.isOpen && performance.now() - (born.get(lane) ?? 0) < lifeMs) return lane
      drop(lane)
    }
    const lane = await Lane.open(runtimeUrl, turn++, parameters)
    lanes.add(lane)
    born.set(lane, performance.now())
    return lane
  }

  function drop(lane: Lane): void {
    lanes.delete(lane)
    lane.cut('CONNECTION_DESTROYED')
  }

  return {
    lend: (work, deadlineMs = defaultDeadline) =>
      turnstile.through(async () => {
        const lane = await take()
        const deadline =
          deadlineMs === Infinity ? undefined : setTimeout(() => lane.cut('ETIMEDOUT'), deadlineMs)
        try {
          return await work(lane)
        } finally {
          clearTimeout(deadline)
          if (lane.isOpen) idle.push(lane)
          else drop(lane)
        }
      }),
    close: async () => {
      await turnstile.close(drainMs)
      for (const lane of lanes) drop(lane)
    },
  }
}
