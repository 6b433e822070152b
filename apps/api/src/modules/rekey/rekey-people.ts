import { and, asc, ne, sql } from 'drizzle-orm'
import { banPersonKeys, bans } from '../../db/schema/bans.ts'
import { users } from '../../db/schema/users.ts'
import { presence } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { addKeys, banKeyRows } from '../bans/create-ban.ts'
import type { BanKeys, PersonKeys } from '../identity/person-key.ts'

const BATCH = 1000
const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Recomputes the person keys of users, bans and people on site from their names, in the scope of
 * the installation. Closed visits and refused attempts keep theirs, so they no longer match later
 * records of the same person.
 */
export async function rekeyPeople(
  tx: Transaction,
  { personKeys, banKeys }: { personKeys: PersonKeys; banKeys: BanKeys },
): Promise<void> {
  await rekeyRows(tx, users, 'id', personKeys)
  await rekeyRows(tx, bans, 'id', personKeys)
  await rekeyBans(tx, banKeys)
  await rekeyRows(tx, presence, 'visit_id', personKeys)
  await tx.execute(sql`
    update visits set person_key = presence.person_key from presence
    where visits.client_id = presence.client_id and visits.id = presence.visit_id
      and visits.signed_in_at = presence.signed_in_at`)
}

/** Without a mobile a name identifies nobody, so such rows keep their key. */
async function rekeyRows(
  tx: Transaction,
  table: typeof users | typeof bans | typeof presence,
  idColumn: 'id' | 'visit_id',
  personKeys: PersonKeys,
): Promise<void> {
  const id = sql<string>`${sql.identifier(idColumn)}`
  let last = { clientId: NO_ID, id: NO_ID }
  for (;;) {
    const rows = await tx
      .select({
        clientId: table.clientId,
        id,
        firstName: table.firstName,
        lastName: table.lastName,
        mobile: table.mobile,
      })
      .from(table)
      .where(
        and(
          sql`(${table.clientId}, ${id}) > (${last.clientId}::uuid, ${last.id}::uuid)`,
          ne(table.mobile, ''),
        ),
      )
      .orderBy(asc(table.clientId), asc(id))
      .limit(BATCH)
    const end = rows.at(-1)
    if (!end) return
    last = end
    const keyed = rows.map((row) => ({
      client_id: row.clientId,
      id: row.id,
      person_key: personKeys(row.clientId, row),
    }))
    await tx.execute(sql`
      update ${table} set person_key = n.person_key
      from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as n (client_id uuid, id uuid, person_key text)
      where ${table.clientId} = n.client_id and ${table}.${id} = n.id`)
  }
}

/** A ban has the keys of all readings of each name that is stored with it. */
async function rekeyBans(tx: Transaction, banKeys: BanKeys): Promise<void> {
  const kept = await tx.delete(banPersonKeys).returning()
  for (let at = 0; at < kept.length; at += BATCH) {
    const batch = kept.slice(at, at + BATCH)
    await addKeys(
      tx,
      batch.flatMap((row) => banKeyRows(banKeys, { clientId: row.clientId, id: row.banId }, row)),
    )
  }
}
