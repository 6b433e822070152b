import { type AuditEntry, recordAudit } from './audit.ts'
import type { Database } from './client.ts'
import { type Scope, withScope } from './tenancy.ts'

type Exported = Pick<AuditEntry, 'clientId' | 'actor' | 'target'> & { name: string; rows: number }

/** Records that nobody has the whole file of an export, which the audit log already has. */
export function cancelledExport(
  db: Database,
  scope: Scope,
  { name, rows, ...entry }: Exported,
): () => Promise<void> {
  return () =>
    withScope(db, scope, (tx) =>
      recordAudit(tx, { ...entry, action: 'export.cancelled', at: new Date(), details: { name, rows } }),
    )
}
