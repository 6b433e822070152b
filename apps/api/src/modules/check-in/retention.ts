import type { RetentionClass } from '@gatehouse/validation/vocabulary'
import { sql } from 'drizzle-orm'
import {
  type Batch,
  type BatchResult,
  type Deadline,
  type DueRows,
  type KeptRows,
  type RetentionStep,
  momentOf,
  resultOf,
} from '../privacy/retention-step.ts'
import {
  anonymisePresence,
  anonymiseRefusedAttempts,
  anonymiseVisits,
  duePresence,
  dueRefusedAttempts,
  dueVisits,
} from './anonymise-people.ts'

interface History {
  table: 'visits' | 'refused_attempts'
  time: 'signed_in_at' | 'attempted_at'
}
const visits: History = { table: 'visits', time: 'signed_in_at' }
const refused: History = { table: 'refused_attempts', time: 'attempted_at' }

interface KeptColumn {
  class: RetentionClass
  column: string
  empty: string
  /** As in the partial index of the rows that still hold it. */
  isKept: string
}
/** The answers and their questions. The reason of a refused attempt still tells that an answer failed. */
const answers: KeptColumn = { class: 'answer', column: 'answers', empty: `'[]'`, isKept: `answers <> '[]'` }
const temperature: KeptColumn = {
  class: 'temperature',
  column: 'temperature',
  empty: 'null',
  isKept: 'temperature is not null',
}

/** Empties one column of one table. */
function clearColumn(
  { table, time }: History,
  { column, empty, isKept, ...step }: KeptColumn,
): RetentionStep {
  const names = { table: sql.identifier(table), time: sql.identifier(time), column: sql.identifier(column) }
  const due = ({ clientId, cutoff }: Deadline): DueRows => ({
    from: sql`${names.table}`,
    where: sql`client_id = ${clientId} and ${names.time} <= ${momentOf(cutoff)} and ${sql.raw(isKept)}`,
    site: sql`site_id`,
  })
  return {
    ...step,
    table,
    due,
    kept: { time, where: isKept },
    async anonymise(batch) {
      const { tx, clientId, size } = batch
      const { from, where } = due(batch)
      const { count } = await tx.execute(sql`
        with due as materialized (
          select id, ${names.time} as at from ${from} where ${where}
          order by ${names.time} limit ${size} for update skip locked)
        update ${names.table} set ${names.column} = ${sql.raw(empty)} from due
        where client_id = ${clientId} and ${names.table}.id = due.id and ${names.table}.${names.time} = due.at`)
      return resultOf(batch, count)
    },
  }
}

/** Idempotency keys of check-ins: their request hash and stored response are about a person, and are needed only for duplicate requests. */
const dueIdempotencyKeys = ({ clientId, cutoff, deletedUntil }: Deadline): DueRows => ({
  from: sql`idempotency_keys k`,
  where: sql`k.client_id = ${clientId} and k.created_at <= ${momentOf(cutoff)}
    ${deletedUntil ? sql`and k.created_at > ${deletedUntil.toISOString()}::timestamptz` : sql``}`,
  site: sql`(select m.site_id from sign_in_methods m where m.client_id = k.client_id and m.id = k.method_id)`,
})

async function deleteIdempotencyKeys(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, size } = batch
  const { from, where } = dueIdempotencyKeys(batch)
  const { count } = await tx.execute(sql`
    with due as materialized (
      select k.method_id, k.key from ${from} where ${where} limit ${size} for update skip locked)
    delete from idempotency_keys where client_id = ${clientId} and (method_id, key) in (select method_id, key from due)`)
  return resultOf(batch, count)
}

const idempotencyKeysOf = (name: RetentionClass): RetentionStep => ({
  class: name,
  table: 'idempotency_keys',
  due: dueIdempotencyKeys,
  anonymise: deleteIdempotencyKeys,
})

/** Whom a visitor came to see goes with the visitor's name. */
const dueHosts = ({ clientId, cutoff }: Deadline): DueRows => ({
  from: sql`visit_hosts`,
  where: sql`client_id = ${clientId} and signed_in_at <= ${momentOf(cutoff)}`,
  site: sql`site_id`,
})

async function deleteHosts(batch: Batch): Promise<BatchResult> {
  const { tx, clientId, size } = batch
  const { from, where } = dueHosts(batch)
  const { count } = await tx.execute(sql`
    with due as materialized (
      select visit_id from ${from} where ${where} order by signed_in_at limit ${size} for update skip locked)
    delete from visit_hosts where client_id = ${clientId} and visit_id in (select visit_id from due)`)
  return resultOf(batch, count)
}

const named = ({ time }: History): KeptRows => ({ time, where: 'anonymised_at is null' })

export const retentionSteps: readonly RetentionStep[] = [
  { class: 'contact', table: 'presence', due: duePresence, anonymise: anonymisePresence },
  { class: 'contact', table: 'visits', due: dueVisits, kept: named(visits), anonymise: anonymiseVisits },
  {
    class: 'contact',
    table: 'refused_attempts',
    due: dueRefusedAttempts,
    kept: named(refused),
    anonymise: anonymiseRefusedAttempts,
  },
  { class: 'contact', table: 'visit_hosts', due: dueHosts, anonymise: deleteHosts },
  idempotencyKeysOf('contact'),
  clearColumn(visits, answers),
  clearColumn(refused, answers),
  idempotencyKeysOf('answer'),
  clearColumn(visits, temperature),
  clearColumn(refused, temperature),
  idempotencyKeysOf('temperature'),
]
