import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/tenancy.ts'
import { hasOldSalts } from './pseudonyms.ts'
import type { RetentionStep } from '../../db/lifecycle.ts'

interface Found extends Record<string, unknown> {
  clientId: string
  /** The places of the steps with rows that are past their days. */
  due: number[]
}

/**
 * Which of these clients have data past its days at a moment, each with the steps that find some. All are asked in one statement, and each step
 * looks for one row, so clients with nothing to do cost little.
 */
export async function findDueRetention(
  tx: Transaction,
  steps: readonly RetentionStep[],
  clientIds: readonly string[],
  now: Date,
): Promise<Map<string, RetentionStep[]>> {
  const found = await tx.execute<Found>(dueRetentionQuery(steps, clientIds, now))
  return new Map(
    found.map(({ clientId, due }) => [clientId, steps.filter((_, place) => due.includes(place))]),
  )
}

/** The statement of `findDueRetention`. */
export function dueRetentionQuery(
  steps: readonly RetentionStep[],
  clientIds: readonly string[],
  now: Date,
): SQL {
  const places = steps.map((step, place) => {
    const { from, where } = step.due({
      clientId: sql`asked.client_id`,
      cutoff: sql`asked.${sql.identifier(step.class)}`,
    })
    return sql`case when exists (select from ${from} where ${where}) then ${sql.raw(String(place))} end`
  })
  const cutoff = (days: string) =>
    sql`${now.toISOString()}::timestamptz - ${sql.identifier(days)} * interval '24 hours'`
  return sql`
    with asked as materialized (
      select id as client_id, ${cutoff('contact_retention_days')} as contact, ${cutoff('answer_retention_days')} as answer,
        ${cutoff('temperature_retention_days')} as temperature, ${cutoff('photo_retention_days')} as photo
      from clients where id = any(${`{${clientIds.join(',')}}`}::uuid[])),
    found as materialized (
      select client_id, array_remove(array[${sql.join(places, sql`, `)}]::int[], null) as due,
        ${hasOldSalts({ clientId: sql`asked.client_id`, cutoff: sql`asked.contact` })} as has_old_salts
      from asked)
    select client_id as "clientId", due from found where has_old_salts or due <> '{}'`
}
