import type { InputOf, OutputOf } from '@gatehouse/validation/endpoints/all'
import type { AuditEntry } from '@gatehouse/validation/endpoints/audit-log'
import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { byCharacter } from '../../db/name-order.ts'
import { auditEntries } from '../../db/schema/audit-entries.ts'
import type { ClientScope } from '../../db/scopes.ts'
import { cutPage, withListScope } from '../../db/select-page.ts'
import { findOperatorNames } from '../auth/operator-names.ts'
import { actorName, targetName } from './names.ts'

type Query = InputOf<'listAuditLog'>['query']

/**
 * A page of one client's audit log, latest first. Keyset pagination: new entries do not move the
 * pages. Operators see each other's names.
 */
export async function listAuditLog(
  ctx: Context<StaffActor>,
  query: Query,
): Promise<OutputOf<'listAuditLog'>> {
  const scope = getWorkingScope(ctx.actor)
  const page = await withListScope(ctx.db, scope, async (tx) => {
    const rows = await tx
      .select({
        entry: auditEntries,
        actorName,
        targetName,
      })
      .from(auditEntries)
      .where(and(eq(auditEntries.clientId, scope.clientId), isAsked(scope, query)))
      .orderBy(desc(auditEntries.at), desc(auditEntries.id))
      .limit(query.per_page + 1)
    const { shown, next } = cutPage(rows, query.per_page, ({ entry }) => cursorOf(entry))
    return { items: shown.map((row) => toResponse(row.entry, row.actorName, row.targetName)), next }
  })
  const unnamed = page.items.flatMap(({ actor: { kind, id, name } }) =>
    kind === 'staff' && id !== null && name === null ? [id] : [],
  )
  const operators = await findOperatorNames(ctx, unnamed)
  for (const { actor } of page.items) actor.name ??= operators.get(actor.id ?? '') ?? null
  return page
}

function isAsked(
  { clientId }: ClientScope,
  { cursor, kind, target, actor, from, to }: Query,
): SQL | undefined {
  return and(
    cursor === undefined ? undefined : isAfter(cursor),
    kind === undefined ? undefined : isOfKind(kind),
    target === undefined ? undefined : isAbout(clientId, target),
    actor === undefined ? undefined : eq(auditEntries.actorId, actor),
    from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
    to === undefined ? undefined : lt(auditEntries.at, new Date(to)),
  )
}

/** Actions of a kind, such as `site.created`. In byte order the slash follows the full stop. */
function isOfKind(kind: string): SQL | undefined {
  const action = byCharacter(auditEntries.action)
  return and(gte(action, `${kind}.`), lt(action, `${kind}/`))
}

/** Entries about a target; for a site also those about its roles and muster points. */
function isAbout(clientId: string, id: string): SQL {
  return sql`${auditEntries.targetId} = any(array(
    select ${id}::uuid
    union all select id from visitor_roles where client_id = ${clientId} and site_id = ${id}
    union all select id from muster_points where client_id = ${clientId} and site_id = ${id}))`
}

function cursorOf({ at, id }: typeof auditEntries.$inferSelect): string {
  return `${at.getTime()}.${id}`
}

function isAfter(cursor: string): SQL {
  const [at = '', id = ''] = cursor.split('.')
  return sql`(${auditEntries.at}, ${auditEntries.id}) < (to_timestamp(${Number(at) / 1000}), ${id}::uuid)`
}

function toResponse(
  { id, at, actorKind, actorId, action, targetKind, targetId, details }: typeof auditEntries.$inferSelect,
  nameOfActor: string | null,
  nameOfTarget: string | null,
): AuditEntry {
  const { before, after, ...others } = details
  return {
    id,
    at: at.toISOString(),
    actor: { kind: actorKind, id: actorId, name: nameOfActor },
    action,
    target: { kind: targetKind, id: targetId, name: nameOfTarget },
    before: isRecord(before) ? before : {},
    after: isRecord(after) ? after : {},
    details: others,
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
