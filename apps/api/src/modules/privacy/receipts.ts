import type { ErasureReceipt } from '@gatehouse/validation/endpoints/people'
import { and, desc, eq, sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { byCharacter } from '../../db/name-order.ts'
import { auditEntries } from '../../db/schema/audit-entries.ts'
import { clients } from '../../db/schema/clients.ts'
import { listTransaction } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'

/** So many of the last receipts are listed; the audit log has all. */
const MOST = 50

/** @throws AppError `client_not_chosen` */
export async function listErasures({ db, actor }: Context<StaffActor>): Promise<{ items: ErasureReceipt[] }> {
  const scope = getWorkingScope(actor)
  const items = await withScope(db, scope, (tx) => readReceipts(tx, scope.clientId, MOST), listTransaction)
  return { items }
}

/** The receipts of a client, the latest first. Each is the entry of the erasure in the audit log, whose counts the retention leaves. */
export async function readReceipts(
  tx: Transaction,
  clientId: string,
  most: number,
): Promise<ErasureReceipt[]> {
  const rows = await tx
    .select({
      id: auditEntries.id,
      at: auditEntries.at,
      details: auditEntries.details,
      client: clients.name,
      by: sql<string | null>`(select nullif(trim(first_name || ' ' || last_name), '') from users
        where client_id = audit_entries.client_id and id = ${auditEntries.actorId})`,
    })
    .from(auditEntries)
    .innerJoin(clients, eq(clients.id, auditEntries.clientId))
    .where(
      and(eq(auditEntries.clientId, clientId), sql`${byCharacter(auditEntries.action)} = 'person.erased'`),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(most)
  return rows.map(({ id, at, by, client, details }) => ({
    id,
    at: at.toISOString(),
    by,
    client,
    erased: readCounts(details['erased']),
    kept: readCounts(details['kept']),
  }))
}

function readCounts(counts: unknown): ErasureReceipt['erased'] {
  if (typeof counts !== 'object' || counts === null) return []
  return Object.entries(counts).flatMap(([kind, count]) =>
    typeof count === 'number' ? [{ kind, count }] : [],
  )
}
