import type { Counted, MusterCount } from '@gatehouse/validation/muster'
import { and, eq } from 'drizzle-orm'
import { readValuesInParts } from '../../db/open-export.ts'
import { musterRoll } from '../../db/schema/musters.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { type MusterRow, readMarksInOrder } from './queries.ts'
import { countInTurns, readMarksInTurns } from './read-marks.ts'

/** The figures of a muster that is over. Marks that come late change them. */
export async function countAtEnd(
  tx: Transaction,
  muster: Pick<MusterRow, 'clientId' | 'id'>,
): Promise<Omit<MusterCount, 'help'>> {
  const query = tx
    .select({
      id: musterRoll.personId,
      dependents: musterRoll.dependents,
      had_left: musterRoll.hadLeft,
    })
    .from(musterRoll)
    .where(and(eq(musterRoll.clientId, muster.clientId), eq(musterRoll.musterId, muster.id)))
  const roll: Counted[] = []
  for await (const rows of readValuesInParts<[string, number, boolean]>(tx, query))
    for (const [id, dependents, hadLeft] of rows) roll.push({ id, dependents, had_left: hadLeft })
  const marked = await readMarksInTurns(await readMarksInOrder(tx, muster))
  const { safe, missing, total } = await countInTurns(roll, marked)
  return { safe, missing, total }
}
