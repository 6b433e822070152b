import type { InputOf } from '@gatehouse/validation/endpoints/all'
import type { BoundedCount, RetentionPreview } from '@gatehouse/validation/endpoints/retention'
import { serverLimits } from '@gatehouse/validation/limits'
import { type RetentionClass, retentionClasses } from '@gatehouse/validation/vocabulary'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { byClass, keptDays } from './retention-runs.ts'
import { findClientOf } from '../sites/site-list.ts'
import type { Deadline, KeptRows, RetentionStep } from '../../db/lifecycle.ts'
import { instant } from '../../db/sql-values.ts'

type PreviewQuery = InputOf<'previewRetention'>['query']
type Days = Record<RetentionClass, number | null>

/**
 * What a run would erase now with the client's days or other ones, and the oldest record that it
 * would keep. It uses the conditions of the run, but also counts locked rows, which a run leaves to
 * the next one.
 */
export function previewRetention(
  { db, actor, now }: Context<StaffActor>,
  steps: readonly RetentionStep[],
  query: PreviewQuery,
): Promise<RetentionPreview> {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const clientId = await findClientOf(tx, actor, query.site)
      const days = await findDays(tx, clientId, query)
      const cutoffs = new Map(retentionClasses.map((name) => [name, cutoffOf(days[name], now)]))
      const previewOf = async (name: RetentionClass) => {
        const cutoff = cutoffs.get(name) ?? null
        const own = steps.filter((step) => step.class === name)
        const count = (siteId?: string) =>
          cutoff
            ? sum(
                own.map((step) => countDue(tx, step, deadlineOf(step, steps, { clientId, cutoffs }), siteId)),
              )
            : nothing
        return {
          days: days[name],
          due: await count(),
          due_at_site: query.site === undefined ? null : await count(query.site),
          oldest_kept: await findOldestKept(tx, own, clientId, cutoff),
        }
      }
      return {
        as_of: now.toISOString(),
        contact: await previewOf('contact'),
        answer: await previewOf('answer'),
        temperature: await previewOf('temperature'),
        photo: await previewOf('photo'),
      }
    },
    { readOnly: true, isolation: 'repeatable read' },
  )
}

const nothing: BoundedCount = { rows: 0, more: false }

async function findDays(tx: Transaction, clientId: string, asked: PreviewQuery): Promise<Days> {
  const [client] = await tx.select(keptDays).from(clients).where(eq(clients.id, clientId))
  if (!client) throw new Error('A client that was found is there')
  return byClass((name) => {
    const other = asked[`${name}_days`]
    return other === undefined ? client[name] : other
  })
}

const cutoffOf = (days: number | null, now: Date): Date | null =>
  days === null ? null : new Date(now.getTime() - days * DAY_MS)

interface Run {
  clientId: string
  cutoffs: Map<RetentionClass, Date | null>
}

/** The deadline of a step. On the same table, earlier classes have already deleted their rows. */
function deadlineOf(
  step: RetentionStep,
  steps: readonly RetentionStep[],
  { clientId, cutoffs }: Run,
): Deadline {
  const earlier = steps
    .slice(0, steps.indexOf(step))
    .filter(({ table }) => table === step.table)
    .flatMap((one) => cutoffs.get(one.class)?.getTime() ?? [])
  const deletedUntil = earlier.length === 0 ? undefined : new Date(Math.max(...earlier))
  return { clientId, cutoff: cutoffs.get(step.class) ?? new Date(0), deletedUntil }
}

/** Reads one row above the limit to detect that there are more. */
async function countDue(
  tx: Transaction,
  step: RetentionStep,
  deadline: Deadline,
  siteId: string | undefined,
): Promise<BoundedCount> {
  const { from, where, site } = step.due(deadline)
  if (siteId !== undefined && !site) return nothing
  const most = serverLimits.retentionPreviewRows
  if (step.countDue) return step.countDue(tx, deadline, most)
  const isAtSite =
    siteId === undefined ? sql`` : sql`and ${site} = ${siteId} ${await notBeforeOldest(tx, step, deadline)}`
  const [row] = await tx.execute<{ rows: number }>(
    sql`select count(*)::int as rows from (select from ${from} where ${where} ${isAtSite} limit ${most + 1}) due`,
  )
  return bounded(row?.rows ?? 0)
}

/** Starts at the oldest kept record, or the query would scan the site's whole history. */
async function notBeforeOldest(
  tx: Transaction,
  { table, kept }: RetentionStep,
  { clientId }: Deadline,
): Promise<SQL> {
  if (!kept) return sql``
  const oldest = await findOldest(tx, table, kept, clientId, null)
  return oldest === undefined ? sql`` : sql`and ${sql.identifier(kept.time)} >= ${oldest}::timestamptz`
}

function bounded(rows: number): BoundedCount {
  const most = serverLimits.retentionPreviewRows
  return { rows: Math.min(rows, most), more: rows > most }
}

async function sum(counts: readonly Promise<BoundedCount>[]): Promise<BoundedCount> {
  const all = await Promise.all(counts)
  const total = bounded(all.reduce((rows, one) => rows + one.rows, 0))
  return { ...total, more: total.more || all.some(({ more }) => more) }
}

/** The time of the oldest record that a run leaves. */
async function findOldestKept(
  tx: Transaction,
  steps: readonly RetentionStep[],
  clientId: string,
  cutoff: Date | null,
): Promise<string | null> {
  const found = await Promise.all(
    steps.map(async ({ table, kept }) => kept && (await findOldest(tx, table, kept, clientId, cutoff))),
  )
  const [oldest] = found.filter((at) => at !== undefined).toSorted()
  return oldest ?? null
}

/**
 * The time of the first row that holds data, in ISO 8601.
 * @param after null for the first of all
 */
async function findOldest(
  tx: Transaction,
  table: string,
  kept: KeptRows,
  clientId: string,
  after: Date | null,
): Promise<string | undefined> {
  const time = sql.identifier(kept.time)
  const isAfter = after ? sql`and ${time} > ${instant(after)}` : sql``
  const [row] = await tx.execute<{ at: string }>(sql`
    select to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from ${sql.identifier(table)}
    where client_id = ${clientId} and ${sql.raw(kept.where)} ${isAfter}
    order by ${time} limit 1`)
  return row?.at
}
