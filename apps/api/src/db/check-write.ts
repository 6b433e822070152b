import { eq, sql } from 'drizzle-orm'
import { newId } from '../lib/ids.ts'
import type { Database } from './client.ts'
import { resetRequests } from './schema/one-time-tokens.ts'
import { installationScope } from './scopes.ts'
import { withScope } from './tenancy.ts'

/**
 * Checks that a transaction can write and commit. It inserts a row and deletes it, so no other
 * transaction sees it. On a full disk PostgreSQL still has room for a few rows; therefore the
 * transaction also writes a temporary file, by counting more rows than its memory holds.
 * @throws where the database is read-only, full or unreachable
 */
export async function checkWrite(db: Database, now: Date): Promise<void> {
  await withScope(db, installationScope(), async (tx) => {
    const id = newId(now)
    await tx.insert(resetRequests).values({ id, emailKey: '', requestedAt: now })
    await tx.execute(sql`set local work_mem = '64kB'`)
    await tx.execute(sql`select count(*) from generate_series(1, 5000)`)
    await tx.delete(resetRequests).where(eq(resetRequests.id, id))
  })
}
