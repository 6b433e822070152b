import type { AuditAction } from '@gatehouse/validation/audit-actions'
import type { AuditDetails, AuditField } from '@gatehouse/validation/audit-fields'
import { isChangeEvent } from '@gatehouse/validation/webhooks'
import { sql } from 'drizzle-orm'
import { newId } from '../lib/ids.ts'
import { type EventRecord, recordEvents } from './outbox.ts'
import type { ActorKind } from './schema/audit-entries.ts'
import { type Transaction, type Scope, withScope } from './tenancy.ts'
import { instant, json } from './sql-values.ts'
import type { Database } from './client.ts'

/** Who did what. Details never contain a secret (password, code, token) or health data. */
export interface AuditEntry {
  clientId: string
  actor: { kind: ActorKind; id: string | null }
  action: AuditAction
  target: { kind: string; id: string | null }
  at: Date
  details?: AuditDetails | undefined
}

/** The actor for automatic actions of the program. */
export const program = { kind: 'system', id: null } as const

/** The entry for an action on a client's data, by default by a member of staff. */
export const auditOf = (
  { actor, now }: { actor: { userId: string } | AuditEntry['actor']; now: Date },
  action: AuditAction,
  kind: string,
  { clientId, id }: { clientId: string; id: string | null },
): Omit<AuditEntry, 'details'> => ({
  clientId,
  actor: 'userId' in actor ? { kind: 'staff', id: actor.userId } : actor,
  action,
  target: { kind, id },
  at: now,
})

/** Fields that the audit log can name. */
export type Auditable<Fields> = { [Field in keyof Fields]: Field extends AuditField ? unknown : never }

export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await recordAudits(tx, [entry])
}

/**
 * Writes the audit entries of a bulk action in its transaction. They are one parameter, because a
 * statement accepts at most 65,534.
 */
export async function recordAudits(tx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.execute(sql`
    insert into audit_entries (client_id, id, at, actor_kind, actor_id, action, target_kind, target_id, details)
    select client_id, id, at, actor_kind, actor_id, action, target_kind, target_id, details
    from jsonb_to_recordset(${json(entries.map(rowOf))})
      as entry (client_id uuid, id uuid, at timestamptz, actor_kind text, actor_id uuid, action text, target_kind text, target_id uuid,
        details jsonb)`)
  await recordEvents(tx, entries.flatMap(toEvent))
}

/** The event for webhooks about an audited change. The transaction holds the row's lock. */
function toEvent({ clientId, actor, action, target, at, details }: AuditEntry): EventRecord[] {
  const { kind, id } = target
  if (!isChangeEvent(action) || id === null) return []
  const payload = {
    kind,
    id,
    actor_id: actor.kind === 'staff' ? actor.id : null,
    // A drill that becomes real sends a second event.
    ...(kind === 'muster' && { drill: details?.drill ?? details?.after?.drill }),
  }
  return [{ clientId, type: action, subject: `${kind}:${id}`, at, payload }]
}

function rowOf({ clientId, actor, action, target, at, details = {} }: AuditEntry): Record<string, unknown> {
  return {
    client_id: clientId,
    id: newId(at),
    at,
    actor_kind: actor.kind,
    actor_id: actor.id,
    action,
    target_kind: target.kind,
    target_id: target.id,
    details,
  }
}

/**
 * Records a refused action of an account that may not exist. The statement runs either way and does
 * not wait for the disk, so its duration reveals nothing.
 */
export async function recordDeniedAction(
  tx: Transaction,
  { clientId, action, target, at, details = {} }: Omit<AuditEntry, 'actor'>,
): Promise<void> {
  await tx.execute(sql`set local synchronous_commit = off`)
  await tx.execute(sql`
    insert into audit_entries (client_id, id, at, actor_kind, action, target_kind, target_id, details)
    select id, ${newId(at)}, ${instant(at)}, 'guest', ${action}, ${target.kind}, ${target.id}::uuid,
      ${json(details)}
    from clients where id = ${clientId}`)
}

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
