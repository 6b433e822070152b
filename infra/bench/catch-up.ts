import { setTimeout as delay } from 'node:timers/promises'
import { options } from './options.ts'
import { openDatabase } from './servers.ts'

const LONGEST_MS = 10 * 60_000

/**
 * Waits until the figures and the hash chain of the log include everything. After more check-ins
 * than a server sustains, this work takes a while, and belongs to the load before. A light run does
 * not wait.
 * @returns how many seconds it took
 */
export async function catchUp(databaseUrl: string): Promise<number> {
  if (options.isLight) return 0
  await using sql = await openDatabase(databaseUrl)
  const start = performance.now()
  while (performance.now() - start < LONGEST_MS) {
    // oxlint-disable-next-line no-await-in-loop -- it looks again
    const [open] = await sql.unsafe(
      `select exists (select from log_entries where position is null) or exists (select from rollup_deltas where not is_folded) as waiting`,
    )
    if (String(open?.['waiting']) === 'false') return (performance.now() - start) / 1000
    // oxlint-disable-next-line no-await-in-loop -- and waits in between
    await delay(200)
  }
  throw new Error('Figures and chain did not catch up within ten minutes.')
}
