import { createHmac, randomBytes } from 'node:crypto'
import type { ErasureReceipt, PersonData } from '@gatehouse/validation/endpoints/people'
import { foldText } from '@gatehouse/validation/fold-text'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { lock } from '../../db/locks.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { withScope, type Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import type { PersonKeys } from '../identity/person-key.ts'
import { findPersonOrThrow } from './find-person.ts'
import { countHoldings, findBlock, findStays, personTransaction } from './person-data.ts'
import type { PersonStep } from '../../db/lifecycle.ts'
import type { OwnRecord } from '../../db/person-records.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { byCharacter } from '../../db/name-order.ts'
import { auditEntries } from '../../db/schema/audit-entries.ts'
import { clients } from '../../db/schema/clients.ts'
import { withListScope } from '../../db/select-page.ts'

/** The most receipts in the list, latest first. The audit log has all. */
const MOST = 50

export async function listErasures({ db, actor }: Context<StaffActor>): Promise<{ items: ErasureReceipt[] }> {
  const scope = getWorkingScope(actor)
  const items = await withListScope(db, scope, (tx) => readReceipts(tx, scope.clientId, MOST))
  return { items }
}

/** The receipts of a client, latest first: audit log entries whose counts are kept. */
async function readReceipts(tx: Transaction, clientId: string, most: number): Promise<ErasureReceipt[]> {
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

interface ErasureDeps {
  steps: readonly PersonStep[]
  photos: Pick<PhotoStore, 'remove'>
  personKeys: PersonKeys
}

/**
 * Erases a person in one transaction and records the erasure without naming the person. Work on
 * other nodes that would add the person again from older records waits for it.
 */
export function erasePerson(
  { db, actor, now }: Context<StaffActor>,
  { steps, photos, personKeys }: ErasureDeps,
  key: string,
  confirmation: string,
): Promise<ErasureReceipt> {
  const scope = getWorkingScope(actor)
  const { clientId } = scope
  return withScope(
    db,
    scope,
    async (tx) => {
      // The job that adds people to the search of the log may have read the names already.
      await lock(tx, 'log chain')
      await lock(tx, `erasure ${clientId}`)
      const found = await findPersonOrThrow(tx, personKeys, clientId, key)
      const { records: person } = found
      if (foldText(confirmation) !== foldText(`${found.firstName} ${found.lastName}`))
        throw new AppError('confirmation_differs', { fields: { confirmation: 'person_name_differs' } })
      const stays = await findStays(tx, person)
      const block = findBlock(actor, found, stays.length > 0)
      if (block) throw new AppError(block)
      const holdings = await countHoldings(tx, steps, person, now)
      const pseudonym = createPseudonyms()
      for (const { erase } of steps)
        // In the order of the registry.
        await erase?.({ tx, person, now, photos, pseudonym })
      await recordAudit(tx, {
        ...auditOf({ actor, now }, 'person.erased', 'client', { clientId, id: clientId }),
        details: {
          erased: countsOf(holdings.filter(({ stays: isKept }) => !isKept)),
          kept: countsOf(holdings.filter(({ stays: isKept }) => isKept)),
        },
      })
      const [receipt] = await readReceipts(tx, clientId, 1)
      if (!receipt) throw new Error('The entry was written in this transaction')
      return receipt
    },
    personTransaction,
  )
}

const countsOf = (holdings: PersonData['holdings']) =>
  Object.fromEntries(holdings.map(({ kind, count }) => [kind, count]))

/** Keeps people countable by day: the salt is never stored. An existing pseudonym stays one. */
function createPseudonyms(): (record: OwnRecord) => string {
  const salt = randomBytes(32)
  return ({ personKey, day }) =>
    personKey.startsWith('anonymous.')
      ? personKey
      : `anonymous.${createHmac('sha256', salt).update(`${day} ${personKey}`).digest('base64url')}`
}
