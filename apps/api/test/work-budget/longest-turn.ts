import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * The processor time of this thread in the longest turn of the event loop during the work, in
 * milliseconds. A turn that only waits takes none, and what other processes take does not count.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  // The turn that calls this has worked already.
  await nextTurn()
  let before = processorMicroseconds()
  const look = () => {
    const now = processorMicroseconds()
    longest = Math.max(longest, now - before)
    before = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  try {
    await work()
  } finally {
    await nextTurn()
    isOver = true
  }
  return longest / 1000
}

function processorMicroseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** Works on the thread for so many milliseconds of its processor time. */
export function spend(milliseconds: number): void {
  const end = processorMicroseconds() + milliseconds * 1000
  while (processorMicroseconds() < end);
}
