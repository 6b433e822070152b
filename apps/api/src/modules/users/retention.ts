import { sql } from 'drizzle-orm'
import {
  type Batch,
  type BatchResult,
  type Deadline,
  type DueRows,
  type RetentionStep,
  momentOf,
  resultOf,
} from '../privacy/retention-step.ts'

const isOfEndedAccount = `status in ('archived', 'rejected') and photo_key is not null`

/** Photos of users whose account was archived or rejected, from that day on. An account that is in use keeps its own. */
const duePhotos = ({ clientId, cutoff }: Deadline): DueRows => ({
  from: sql`users`,
  where: sql`client_id = ${clientId} and ${sql.raw(isOfEndedAccount)} and last_modified <= ${momentOf(cutoff)}`,
  site: null,
})

async function deletePhotos(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, size, photos } = batch
  const { from, where } = duePhotos(batch)
  const due = await tx.execute<{ id: string }>(sql`
    select id from ${from} where ${where}
    order by id limit ${size} for update skip locked`)
  if (due.length === 0) return resultOf(batch, 0)
  // The files go first: should this end in between, the row still says that there is something to delete.
  await Promise.all(due.map(({ id }) => photos.remove(clientId, id)))
  await tx.execute(sql`
    update users set photo_key = null where client_id = ${clientId}
      and id in (select id from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as due (id uuid))`)
  return resultOf(batch, due.length)
}

export const retentionSteps: readonly RetentionStep[] = [
  {
    class: 'photo',
    table: 'users',
    due: duePhotos,
    kept: { time: 'last_modified', where: isOfEndedAccount },
    anonymise: deletePhotos,
  },
]
