import { type AuditEntry, recordAudit } from './audit.ts'
import type { Database } from './client.ts'
import { type Scope, withScope } from './tenancy.ts'

/**
 * Records an export before its first row is sent, in its own transaction: that of the rows is
 * read-only.
 * @param name of the file
 * @returns a function that records that the export is incomplete
 */
export async function recordExport(
  db: Database,
  scope: Scope,
  name: string,
  entry: AuditEntry & { details: { rows: number } },
): Promise<() => Promise<void>> {
  await withScope(db, scope, (tx) => recordAudit(tx, entry))
  const { clientId, actor, details } = entry
  const target = entry.target.kind === 'client' ? entry.target : { kind: 'client', id: clientId }
  return () =>
    withScope(db, scope, (tx) =>
      recordAudit(tx, {
        clientId,
        actor,
        action: 'export.cancelled',
        target,
        at: new Date(),
        details: { name, rows: details.rows },
      }),
    )
}
