import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { recordAudit } from '../../db/audit.ts'
import type { ActorKind } from '../../db/schema/audit-entries.ts'
import { banPersonKeys, bans } from '../../db/schema/bans.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import type { BanKeys, Person } from '../identity/person-key.ts'

export interface NewBan {
  clientId: string
  /** Null for all sites of the client. */
  siteId: string | null
  whom: { userId: string } | { person: Person }
  reason: string
  from: Date
  /** Null for a ban without an end. */
  until: Date | null
  /** If not set, only an admin can change or lift the ban. */
  setByManager?: boolean
}

type BanKeyRow = typeof banPersonKeys.$inferInsert

/**
 * Bans a person. The ban stores the name, the mobile and all keys, so it stays active when the user
 * changes. A user with this name and mobile is banned too.
 * @throws AppError `not_found` for a user of another client
 */
export async function createBan(
  tx: Transaction,
  banKeys: BanKeys,
  by: { kind: ActorKind; id: string | null },
  ban: NewBan,
  now: Date,
): Promise<{ id: string; userId: string | null }> {
  const { clientId, siteId, reason, whom } = ban
  const user = await lockUser(tx, banKeys, ban)
  if (!user && 'userId' in whom) throw new AppError('not_found')
  const person = 'person' in whom ? whom.person : undefined
  const known = [person, user].filter((one) => one !== undefined)
  const [first] = known
  if (!first) throw new AppError('not_found')
  const id = newId(now)
  await tx.insert(bans).values({
    clientId,
    id,
    siteId,
    userId: user?.id ?? null,
    firstName: first.firstName,
    lastName: first.lastName,
    mobile: first.mobile,
    personKey: first.mobile === '' ? null : (banKeys(clientId, first)[0] ?? null),
    reason,
    fromAt: ban.from,
    untilAt: ban.until,
    createdBy: by.kind === 'staff' ? by.id : null,
    setByManager: ban.setByManager ?? false,
    createdAt: now,
    lastModified: now,
  })
  await addKeys(
    tx,
    known.flatMap((one) => banKeyRows(banKeys, { clientId, id }, one)),
  )
  await recordAudit(tx, {
    clientId,
    actor: by,
    action: 'ban.created',
    target: { kind: 'ban', id },
    at: now,
    details: {
      before: {},
      after: {
        site_id: siteId,
        reason,
        from: ban.from.toISOString(),
        until: ban.until?.toISOString() ?? null,
      },
    },
  })
  return { id, userId: user?.id ?? null }
}

/** One row per key of a person. None without a mobile: a name alone identifies nobody. */
export function banKeyRows(
  banKeys: BanKeys,
  { clientId, id }: { clientId: string; id: string },
  person: Person,
): BanKeyRow[] {
  if (person.mobile === '') return []
  const { firstName, lastName, mobile } = person
  return banKeys(clientId, person).map((personKey) => ({
    clientId,
    banId: id,
    personKey,
    firstName,
    lastName,
    mobile,
  }))
}

/** Rows are one parameter, because a statement has at most 65,534 parameters. */
export async function addKeys(tx: Transaction, rows: readonly BanKeyRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into ban_person_keys (client_id, ban_id, person_key, first_name, last_name, mobile)
    select "clientId", "banId", "personKey", "firstName", "lastName", mobile
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as key ("clientId" uuid, "banId" uuid,
      "personKey" text, "firstName" text, "lastName" text, mobile text)
    on conflict do nothing`)
}

/** The banned user, locked so that the details cannot change before the transaction ends. */
async function lockUser(
  tx: Transaction,
  banKeys: BanKeys,
  { clientId, whom }: NewBan,
): Promise<(Person & { id: string }) | undefined> {
  const isWhom =
    'userId' in whom ? eq(users.id, whom.userId) : inArray(users.personKey, banKeys(clientId, whom.person))
  const [user] = await tx
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      mobile: users.mobile,
    })
    .from(users)
    .where(and(eq(users.clientId, clientId), isWhom))
    // Same order as the check-in's lookup, for two users with the same name and mobile.
    .orderBy(users.status, users.id)
    .limit(1)
    .for('no key update')
  return user
}

/** Adds the keys of a user's new name or mobile to their bans. The user's row is locked. */
export async function keepBans(
  tx: Transaction,
  banKeys: BanKeys,
  { clientId, userId }: { clientId: string; userId: string },
  { before, after }: { before: Person; after: Person },
): Promise<void> {
  if (
    before.firstName === after.firstName &&
    before.lastName === after.lastName &&
    before.mobile === after.mobile
  )
    return
  const keys = before.mobile === '' ? [] : banKeys(clientId, before)
  const byKey = tx
    .select({ id: banPersonKeys.banId })
    .from(banPersonKeys)
    .where(and(eq(banPersonKeys.clientId, clientId), inArray(banPersonKeys.personKey, keys)))
  const held = await tx
    .select({ clientId: bans.clientId, id: bans.id })
    .from(bans)
    .where(
      and(
        eq(bans.clientId, clientId),
        isNull(bans.liftedAt),
        or(eq(bans.userId, userId), inArray(bans.personKey, keys), inArray(bans.id, byKey)),
      ),
    )
  await addKeys(
    tx,
    held.flatMap((ban) => [before, after].flatMap((person) => banKeyRows(banKeys, ban, person))),
  )
}
