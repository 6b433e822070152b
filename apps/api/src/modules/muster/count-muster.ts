import { countMuster, type MusterCount, noMarks, readMarks, uniteMarks } from '@gatehouse/validation/muster'
import { and, eq } from 'drizzle-orm'
import { musterRoll } from '../../db/schema/musters.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { type MusterRow, readStoredMarks } from './queries.ts'

/** The figures of a muster that is over. Marks that come late change them. */
export async function countAtEnd(
  tx: Transaction,
  muster: Pick<MusterRow, 'clientId' | 'id'>,
): Promise<Omit<MusterCount, 'help'>> {
  const roll = await tx
    .select({
      id: musterRoll.personId,
      dependents: musterRoll.dependents,
      had_left: musterRoll.hadLeft,
    })
    .from(musterRoll)
    .where(and(eq(musterRoll.clientId, muster.clientId), eq(musterRoll.musterId, muster.id)))
  const marks = uniteMarks(noMarks, await readStoredMarks(tx, muster))
  const { safe, missing, total } = countMuster(roll, readMarks(marks))
  return { safe, missing, total }
}
