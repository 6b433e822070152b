import { sql } from 'drizzle-orm'
import { type AnonymiseBatch, type Batch, type BatchResult, resultOf } from './batch.ts'

type History = [table: 'visits', time: 'signed_in_at'] | [table: 'refused_attempts', time: 'attempted_at']

/** What was answered, with the questions. That an answer failed stays in the reason of a refused attempt. */
export const clearAnswers = (...history: History) =>
  clearColumn(history, 'answers', `'[]'`, `answers <> '[]'`)

export const clearTemperatures = (...history: History) =>
  clearColumn(history, 'temperature', 'null', 'temperature is not null')

function clearColumn([table, time]: History, column: string, empty: string, isKept: string): AnonymiseBatch {
  const names = { table: sql.identifier(table), time: sql.identifier(time), column: sql.identifier(column) }
  return async (batch) => {
    const { tx, clientId, cutoff, size } = batch
    const { count } = await tx.execute(sql`
      update ${names.table} set ${names.column} = ${sql.raw(empty)} from (
        select id, ${names.time} as at from ${names.table}
        where client_id = ${clientId} and ${names.time} <= ${cutoff.toISOString()}::timestamptz and ${sql.raw(isKept)}
        order by ${names.time} limit ${size} for update skip locked) due
      where client_id = ${clientId} and ${names.table}.id = due.id and ${names.table}.${names.time} = due.at`)
    return resultOf(batch, count)
  }
}

/** Photos of users whose account was archived or rejected, from that day on. An account that is in use keeps its own. */
export async function deletePhotos(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, cutoff, size, photos } = batch
  const due = await tx.execute<{ id: string }>(sql`
    select id from users
    where client_id = ${clientId} and status in ('archived', 'rejected') and photo_key is not null
      and last_modified <= ${cutoff.toISOString()}::timestamptz
    order by id limit ${size} for update skip locked`)
  if (due.length === 0) return resultOf(batch, 0)
  // The files go first: should this end in between, the row still says that there is something to delete.
  await Promise.all(due.map(({ id }) => photos.remove(clientId, id)))
  await tx.execute(sql`
    update users set photo_key = null where client_id = ${clientId}
      and id in (select id from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as due (id uuid))`)
  return resultOf(batch, due.length)
}
