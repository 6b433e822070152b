import { createHmac, randomBytes } from 'node:crypto'
import type { ErasureReceipt, PersonData } from '@gatehouse/validation/endpoints/people'
import { foldText } from '@gatehouse/validation/fold-text'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { lock } from '../../db/locks.ts'
import { byStaff, recordAudit } from '../../db/audit.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import type { PersonKeys } from '../identity/person-key.ts'
import { findPersonOrThrow } from './find-person.ts'
import { countHoldings, findBlock, findStays, personTransaction } from './person-data.ts'
import type { PersonStep } from '../../db/lifecycle.ts'
import type { OwnRecord } from '../../db/person-records.ts'
import { readReceipts } from './receipts.ts'

interface ErasureDeps {
  steps: readonly PersonStep[]
  photos: Pick<PhotoStore, 'remove'>
  personKeys: PersonKeys
}

/**
 * Erases a person in one transaction, and records that it was done, without a word about whom. What other nodes would add from older records
 * waits meanwhile.
 * @throws AppError `client_not_chosen`, `not_found`, `confirmation_differs`, `person_on_site`, `account_in_use`, `type_too_high`
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
        // oxlint-disable-next-line no-await-in-loop -- one kind after the other, in the order of the registry
        await erase?.({ tx, person, now, photos, pseudonym })
      await recordAudit(tx, {
        ...byStaff(clientId, actor.userId, now),
        action: 'person.erased',
        target: { kind: 'client', id: clientId },
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

/** People are still counted by day, and nobody can tell who it was: the salt is stored nowhere. What is a pseudonym already stays one. */
function createPseudonyms(): (record: OwnRecord) => string {
  const salt = randomBytes(32)
  return ({ personKey, day }) =>
    personKey.startsWith('anonymous.')
      ? personKey
      : `anonymous.${createHmac('sha256', salt).update(`${day} ${personKey}`).digest('base64url')}`
}
