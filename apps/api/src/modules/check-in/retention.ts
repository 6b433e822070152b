import { sql } from 'drizzle-orm'
import {
  type AnonymiseBatch,
  type Batch,
  type BatchResult,
  type RetentionStep,
  resultOf,
} from '../privacy/retention-step.ts'
import { anonymisePresence, anonymiseRefusedAttempts, anonymiseVisits } from './anonymise-people.ts'

type History = [table: 'visits', time: 'signed_in_at'] | [table: 'refused_attempts', time: 'attempted_at']

/** Removes the answers and their questions. The reason of a refused attempt still tells that an answer failed. */
const clearAnswers = (...history: History) => clearColumn(history, 'answers', `'[]'`, `answers <> '[]'`)

const clearTemperatures = (...history: History) =>
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

/** Idempotency keys of check-ins: their request hash and stored response are about a person, and are needed only for duplicate requests. */
async function deleteIdempotencyKeys(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, cutoff, size } = batch
  const { count } = await tx.execute(sql`
    delete from idempotency_keys where client_id = ${clientId} and (method_id, key) in (
      select method_id, key from idempotency_keys
      where client_id = ${clientId} and created_at <= ${cutoff.toISOString()}::timestamptz
      limit ${size} for update skip locked)`)
  return resultOf(batch, count)
}

export const retentionSteps: readonly RetentionStep[] = [
  { class: 'contact', table: 'presence', anonymise: anonymisePresence },
  { class: 'contact', table: 'visits', anonymise: anonymiseVisits },
  { class: 'contact', table: 'refused_attempts', anonymise: anonymiseRefusedAttempts },
  { class: 'contact', table: 'idempotency_keys', anonymise: deleteIdempotencyKeys },
  { class: 'answer', table: 'visits', anonymise: clearAnswers('visits', 'signed_in_at') },
  { class: 'answer', table: 'refused_attempts', anonymise: clearAnswers('refused_attempts', 'attempted_at') },
  { class: 'answer', table: 'idempotency_keys', anonymise: deleteIdempotencyKeys },
  { class: 'temperature', table: 'visits', anonymise: clearTemperatures('visits', 'signed_in_at') },
  {
    class: 'temperature',
    table: 'refused_attempts',
    anonymise: clearTemperatures('refused_attempts', 'attempted_at'),
  },
  { class: 'temperature', table: 'idempotency_keys', anonymise: deleteIdempotencyKeys },
]
