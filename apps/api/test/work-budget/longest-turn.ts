import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * The processor time of this thread in the longest tick of the event loop during the work, in
 * milliseconds. Waiting takes no processor time, and other processes do not count.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  // The present tick has worked already.
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

/** Uses this thread's processor time for so many milliseconds. */
export function spend(milliseconds: number): void {
  const end = processorMicroseconds() + milliseconds * 1000
  while (processorMicroseconds() < end);
}
