import { and, asc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { banPersonKeys, bans } from '../../db/schema/bans.ts'
import { personKeyVersions } from '../../db/schema/installation.ts'
import { refusedAttempts } from '../../db/schema/refused-attempts.ts'
import { users } from '../../db/schema/users.ts'
import { presence, visits } from '../../db/schema/visits.ts'
import { type Scope, type Transaction, withoutTenant, withScope } from '../../db/tenancy.ts'
import { timeOfId } from '../../lib/ids.ts'
import { addKeys, banKeyRows } from '../bans/create-ban.ts'
import { type BanKeys, type Person, PERSON_KEY_VERSION, type PersonKeys } from '../identity/person-key.ts'

const BATCH = 1000
const NO_ID = '00000000-0000-0000-0000-000000000000'

export interface RekeyDeps {
  db: Database
  personKeys: PersonKeys
  banKeys: BanKeys
  /** Of the whole installation. */
  scope: Scope
  /** Runs the work while no other node runs it. */
  withMutex(work: () => Promise<void>): Promise<void>
  onBegin(): void
}

/**
 * Computes every stored person key again from the names, by the current folding: of users, bans, presence, and of visits and refused
 * attempts that are not anonymised. It runs once for each version, before a node serves requests; nodes that start together wait for each
 * other. Each batch can be repeated, so the next start completes one that was interrupted.
 */
export async function rekeyPeople(deps: RekeyDeps): Promise<void> {
  const { db } = deps
  if (await isDone(db)) return
  await deps.withMutex(async () => {
    if (await isDone(db)) return
    deps.onBegin()
    await rekeyUsers(deps)
    await rekeyBans(deps)
    await rekeyPresence(deps)
    await rekeyHistory(deps, 'visits')
    await rekeyHistory(deps, 'refused_attempts')
    await withoutTenant(db, (shared) =>
      shared.insert(personKeyVersions).values({ version: PERSON_KEY_VERSION }),
    )
  })
}

async function isDone(db: Database): Promise<boolean> {
  const rows = await withoutTenant(db, (shared) =>
    shared
      .select({ version: personKeyVersions.version })
      .from(personKeyVersions)
      .where(eq(personKeyVersions.version, PERSON_KEY_VERSION)),
  )
  return rows.length > 0
}

interface KeyedRow extends Person {
  clientId: string
  id: string
}

/** Reads and writes all rows in batches, each in its own transaction. */
async function inBatches<Row extends { clientId: string; id: string }>(
  deps: RekeyDeps,
  read: (tx: Transaction, after: { clientId: string; id: string }) => Promise<Row[]>,
  write: (tx: Transaction, rows: Row[]) => Promise<void>,
): Promise<void> {
  let after: { clientId: string; id: string } | undefined = { clientId: NO_ID, id: NO_ID }
  while (after) {
    const last: Row[] = await withUpgradeScope(deps, async (tx) => {
      const rows = await read(tx, after ?? { clientId: NO_ID, id: NO_ID })
      if (rows.length > 0) await write(tx, rows)
      return rows.slice(-1)
    })
    after = last[0]
  }
}

function withUpgradeScope<T>({ db, scope }: RekeyDeps, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withScope(db, scope, work, {
    statementTimeoutMs: 120_000,
    idleMs: 120_000,
    deadlineMs: 600_000,
  })
}

function isAfter(table: typeof users | typeof bans, after: { clientId: string; id: string }): SQL {
  return sql`(${table.clientId}, ${table.id}) > (${after.clientId}::uuid, ${after.id}::uuid)`
}

async function rekeyUsers(deps: RekeyDeps): Promise<void> {
  await inBatches<KeyedRow>(
    deps,
    (tx, after) =>
      tx
        .select({
          clientId: users.clientId,
          id: users.id,
          firstName: users.firstName,
          lastName: users.lastName,
          mobile: users.mobile,
        })
        .from(users)
        .where(and(isAfter(users, after), ne(users.mobile, '')))
        .orderBy(asc(users.clientId), asc(users.id))
        .limit(BATCH),
    (tx, rows) => writeKeys(tx, sql`users`, rows, deps.personKeys),
  )
}

/** A ban gets all keys of its person and of its user. */
async function rekeyBans(deps: RekeyDeps): Promise<void> {
  await inBatches(
    deps,
    (tx, after) =>
      tx
        .select({
          clientId: bans.clientId,
          id: bans.id,
          firstName: bans.firstName,
          lastName: bans.lastName,
          mobile: bans.mobile,
          user: { firstName: users.firstName, lastName: users.lastName, mobile: users.mobile },
        })
        .from(bans)
        .leftJoin(users, and(eq(users.clientId, bans.clientId), eq(users.id, bans.userId)))
        .where(isAfter(bans, after))
        .orderBy(asc(bans.clientId), asc(bans.id))
        .limit(BATCH),
    async (tx, rows) => {
      const ids = rows.map(({ id }) => id)
      const kept = await tx.select().from(banPersonKeys).where(inArray(banPersonKeys.banId, ids))
      const keptOf = Map.groupBy(kept, ({ banId }) => banId)
      const renewed = rows.map(({ user, ...ban }) => {
        const asBanned: Person = ban.lastName === '' && ban.mobile === '' && user ? user : ban
        return {
          ...ban,
          ...namesOf(asBanned),
          known: [asBanned, ...(user ? [user] : []), ...(keptOf.get(ban.id) ?? [])],
        }
      })
      await tx.delete(banPersonKeys).where(inArray(banPersonKeys.banId, ids))
      await addKeys(
        tx,
        renewed.flatMap((ban) => ban.known.flatMap((person) => banKeyRows(deps.banKeys, ban, person))),
      )
      const keyed = renewed.filter(({ mobile }) => mobile !== '')
      const values = keyed.map((ban) => ({
        client_id: ban.clientId,
        id: ban.id,
        first_name: ban.firstName,
        last_name: ban.lastName,
        mobile: ban.mobile,
        person_key: deps.banKeys(ban.clientId, ban)[0],
      }))
      await tx.execute(sql`
        update bans set person_key = n.person_key, first_name = n.first_name, last_name = n.last_name, mobile = n.mobile
        from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
          as n (client_id uuid, id uuid, first_name text, last_name text, mobile text, person_key text)
        where bans.client_id = n.client_id and bans.id = n.id`)
    },
  )
}

/** Two rows of one site that turn out to be one person become the later visit; the earlier one is closed as superseded. */
async function rekeyPresence(deps: RekeyDeps): Promise<void> {
  const sites = await withUpgradeScope(deps, (tx) =>
    tx.selectDistinct({ clientId: presence.clientId, siteId: presence.siteId }).from(presence),
  )
  for (const site of sites) await withUpgradeScope(deps, (tx) => rekeySite(tx, site, deps.personKeys))
}

async function rekeySite(
  tx: Transaction,
  { clientId, siteId }: { clientId: string; siteId: string },
  personKeys: PersonKeys,
): Promise<void> {
  const atSite = and(eq(presence.clientId, clientId), eq(presence.siteId, siteId))
  const rows = await tx
    .select()
    .from(presence)
    .where(and(atSite, ne(presence.mobile, '')))
    .for('update')
  const byPerson = Map.groupBy(rows, (row) => personKeys(clientId, row))
  const kept: { visit_id: string; person_key: string }[] = []
  const superseded: { visit_id: string; at: Date; ended_at: Date }[] = []
  for (const [personKey, same] of byPerson) {
    const [latest, ...earlier] = same.toSorted((a, b) => b.signedInAt.getTime() - a.signedInAt.getTime())
    if (!latest) continue
    kept.push({ visit_id: latest.visitId, person_key: personKey })
    for (const { visitId, signedInAt } of earlier)
      superseded.push({ visit_id: visitId, at: signedInAt, ended_at: latest.signedInAt })
  }
  await tx.execute(sql`
    delete from presence p using jsonb_to_recordset(${JSON.stringify(superseded)}::jsonb) as s (visit_id uuid)
    where p.client_id = ${clientId} and p.site_id = ${siteId} and p.visit_id = s.visit_id`)
  await tx.execute(sql`
    update visits v set ended_as = 'superseded', ended_at = s.ended_at
    from jsonb_to_recordset(${JSON.stringify(superseded)}::jsonb) as s (visit_id uuid, at timestamptz, ended_at timestamptz)
    where v.client_id = ${clientId} and v.id = s.visit_id and v.signed_in_at = s.at and v.ended_as is null`)
  await tx.execute(sql`
    update presence p set person_key = k.person_key
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k (visit_id uuid, person_key text)
    where p.client_id = ${clientId} and p.site_id = ${siteId} and p.visit_id = k.visit_id`)
}

/** The history is partitioned by month. The times in the ids of a batch name the months to read. */
async function rekeyHistory(deps: RekeyDeps, name: 'visits' | 'refused_attempts'): Promise<void> {
  const table = name === 'visits' ? visits : refusedAttempts
  const time = name === 'visits' ? visits.signedInAt : refusedAttempts.attemptedAt
  await inBatches<KeyedRow>(
    deps,
    (tx, after) =>
      tx
        .select({
          clientId: table.clientId,
          id: table.id,
          firstName: table.firstName,
          lastName: table.lastName,
          mobile: table.mobile,
        })
        .from(table)
        .where(
          and(
            sql`(${table.clientId}, ${table.id}) > (${after.clientId}::uuid, ${after.id}::uuid)`,
            isNull(table.anonymisedAt),
            isNotNull(table.personKey),
            ne(table.mobile, ''),
          ),
        )
        .orderBy(asc(table.clientId), asc(table.id))
        .limit(BATCH),
    (tx, rows) => {
      const times = rows.map(({ id }) => timeOfId(id).getTime())
      const from = new Date(Math.min(...times)).toISOString()
      const to = new Date(Math.max(...times)).toISOString()
      return writeKeys(
        tx,
        sql.identifier(name),
        rows,
        deps.personKeys,
        sql` and ${time} between ${from}::timestamptz and ${to}::timestamptz`,
      )
    },
  )
}

async function writeKeys(
  tx: Transaction,
  table: SQL | ReturnType<typeof sql.identifier>,
  rows: KeyedRow[],
  personKeys: PersonKeys,
  months: SQL = sql``,
): Promise<void> {
  const values = rows.map((row) => ({
    client_id: row.clientId,
    id: row.id,
    person_key: personKeys(row.clientId, row),
  }))
  await tx.execute(sql`
    update ${table} set person_key = n.person_key
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as n (client_id uuid, id uuid, person_key text)
    where ${table}.client_id = n.client_id and ${table}.id = n.id${months}`)
}

function namesOf({ firstName, lastName, mobile }: Person): Person {
  return { firstName, lastName, mobile }
}
