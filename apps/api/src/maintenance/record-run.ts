import postgres from 'postgres'
import type { MaintenanceKind } from '../db/schema/installation.ts'

/** Notes how a command of the operator ended, for the page of the system health. */
export async function recordRun(ownerUrl: string, kind: MaintenanceKind, succeeded: boolean): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`insert into maintenance_runs (kind, finished_at, succeeded) values (${kind}, now(), ${succeeded})`
  } finally {
    await sql.end({ timeout: 5 })
  }
}
