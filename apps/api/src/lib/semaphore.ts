/** Why a task was not run: too many wait, it waited too long, or the semaphore is closed. */
export type SemaphoreRejection = 'full' | 'timeout' | 'closed'

/** The owner of a task. Groups are served in turn, and within a group its members. */
export interface TaskOwner {
  group: string
  member?: string
}

export interface SemaphoreOptions {
  /** How many tasks run at once. Default: no limit. */
  permits?: number
  /** How many of them may belong to one group. Default: no limit. */
  permitsPerGroup?: number
  /** How many tasks of one owner may wait. Default: no limit. */
  maxWaiting?: number
  /** How long each task may wait. Default: no limit. */
  maxWaitMs?: number
  createError(reason: SemaphoreRejection): Error
}

interface Waiting {
  start(): void
  refuse(reason: SemaphoreRejection): void
}

interface Group {
  name: string
  running: number
  /** The waiting tasks of each member. The next member comes first. */
  members: Map<string, Set<Waiting>>
}

export type Semaphore = ReturnType<typeof createSemaphore>

const nobody: TaskOwner = { group: '' }

/**
 * Limits how many expensive tasks run at once. Under overload the queue stays short, and running
 * tasks stay fast. Fair queueing: an owner with many tasks makes the others wait for one of
 * them, not for all.
 */
export function createSemaphore({
  permits = Infinity,
  permitsPerGroup = Infinity,
  maxWaiting = Infinity,
  maxWaitMs,
  createError,
}: SemaphoreOptions) {
  /** Those with running or waiting tasks. */
  const groups = new Map<string, Group>()
  /** The groups that have a task ready for the next permit. The next group comes first. */
  const ready = new Set<Group>()
  let running = 0
  let isClosed = false
  let onIdle = () => {}

  function groupOf(name: string): Group {
    const known = groups.get(name)
    if (known) return known
    const group = { name, running: 0, members: new Map<string, Set<Waiting>>() }
    groups.set(name, group)
    return group
  }

  /** Updates `groups` and `ready` after the tasks of the group have changed. */
  function note(group: Group): void {
    if (group.members.size === 0) {
      ready.delete(group)
      if (group.running === 0) groups.delete(group.name)
    } else if (group.running < permitsPerGroup) ready.add(group)
    else ready.delete(group)
  }

  async function acquire({ group: name, member = '' }: TaskOwner): Promise<Group> {
    if (isClosed) throw createError('closed')
    const group = groupOf(name)
    if (running < permits && group.running < permitsPerGroup) {
      running += 1
      group.running += 1
      return group
    }
    const line = group.members.get(member) ?? new Set()
    if (line.size >= maxWaiting) {
      note(group)
      throw createError('full')
    }
    await new Promise<void>((resolve, reject) => {
      const timer = maxWaitMs === undefined ? undefined : setTimeout(() => leave('timeout'), maxWaitMs)
      const waiting: Waiting = {
        start() {
          clearTimeout(timer)
          resolve()
        },
        refuse(reason) {
          clearTimeout(timer)
          reject(createError(reason))
        },
      }
      function leave(reason: SemaphoreRejection) {
        line.delete(waiting)
        if (line.size === 0) group.members.delete(member)
        note(group)
        waiting.refuse(reason)
      }
      line.add(waiting)
      group.members.set(member, line)
      note(group)
    })
    return group
  }

  function release(group: Group): void {
    running -= 1
    group.running -= 1
    note(group)
    for (const next of ready) {
      if (running >= permits) break
      startOneOf(next)
    }
    if (running === 0) onIdle()
  }

  /** Moves this group and its member behind all others. */
  function startOneOf(group: Group): void {
    const [[member, line] = []] = group.members
    const [waiting] = line ?? []
    if (!line || !waiting || member === undefined) return
    line.delete(waiting)
    group.members.delete(member)
    if (line.size > 0) group.members.set(member, line)
    running += 1
    group.running += 1
    ready.delete(group)
    note(group)
    waiting.start()
  }

  return {
    /**
     * Runs the task when there is a permit. Owners are served in turn; tasks of one owner, or of
     * none, run in the order in which they arrived.
     */
    async run<T>(task: () => Promise<T>, owner: TaskOwner = nobody): Promise<T> {
      const group = await acquire(owner)
      try {
        return await task()
      } finally {
        release(group)
      }
    },
    /** How many tasks run, and how many wait. */
    usage(): { running: number; waiting: number } {
      let waiting = 0
      for (const { members } of groups.values()) for (const { size } of members.values()) waiting += size
      return { running, waiting }
    },
    /** Rejects waiting and new tasks. Resolves when the last one has ended, or after `drainMs`. */
    async close(drainMs: number): Promise<void> {
      isClosed = true
      ready.clear()
      for (const group of groups.values()) {
        const refused = [...group.members.values()].flatMap((line) => Array.from(line))
        group.members.clear()
        for (const waiting of refused) waiting.refuse('closed')
      }
      if (running === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      onIdle = resolve
      const timer = setTimeout(resolve, drainMs)
      await promise
      clearTimeout(timer)
    },
  }
}
