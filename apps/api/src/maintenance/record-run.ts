import postgres from 'postgres'
import type { MaintenanceKind } from '../db/schema/installation.ts'

/** Records the result of an operator's command, for the system health page. */
export async function recordRun(
  ownerUrl: string,
  kind: MaintenanceKind,
  succeeded: boolean,
  bytes: number | null = null,
): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`
      insert into maintenance_runs (kind, finished_at, succeeded, bytes)
      values (${kind}, now(), ${succeeded}, ${bytes})`
  } finally {
    await sql.end({ timeout: 5 })
  }
}
