import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Auditable, type AuditEntry, recordAudit } from './audit.ts'
import type { Transaction } from './tenancy.ts'
import { AppError } from '../lib/app-error.ts'
import { instant } from './sql-values.ts'

export interface RowEdit<
  Row extends { lastModified: Date },
  Shown extends Auditable<Shown> & { last_modified: string },
> {
  /** The row as it is, locked until the transaction ends. */
  row: Row
  /** The fields of the row as callers see them, without secrets. */
  show: (row: Row) => Shown
  /** The `last_modified` that the caller has read; undefined skips the check. */
  ifMatch: string | undefined
  /** Writes the changes. @returns the changed row */
  write: (lastModified: Date) => Promise<Row>
  audit: Omit<AuditEntry, 'details'>
  /** Fields of the row, or of its shown form, that change without an edit. */
  state?: readonly string[]
}

/**
 * Edits a row with optimistic locking: a row changed since the caller read it is left unchanged.
 * The audit entry has the fields that differ, before and after. Without a difference, secrets
 * included, none is written.
 * @throws AppError `changed_meanwhile` with the present row
 */
export async function editRow<
  Row extends { lastModified: Date },
  Shown extends Auditable<Shown> & { last_modified: string },
>(tx: Transaction, { row, show, ifMatch, write, audit, state = [] }: RowEdit<Row, Shown>): Promise<Row> {
  const before = show(row)
  if (ifMatch !== undefined && ifMatch !== row.lastModified.toISOString())
    throw new AppError('changed_meanwhile', { current: before })
  // Two changes within a millisecond get different times, so that each is detected.
  const next = new Date(Math.max(audit.at.getTime(), row.lastModified.getTime() + 1))
  const changed = await write(next)
  if (lastingOf(row, state) !== lastingOf(changed, state))
    await recordAudit(tx, { ...audit, details: differences(before, show(changed), state) })
  return changed
}

/** The new `last_modified` of rows changed together: later than each had, so it is detected. */
export function nextModified(column: PgColumn, now: Date): SQL<Date> {
  return sql<Date>`greatest(${column} + interval '1 millisecond', ${instant(now)})`
}

/** The fields that differ, as `{ before, after }`, without `last_modified` and state fields. */
export function differences<Fields extends object>(
  before: Fields,
  after: Fields,
  state: readonly string[] = [],
): Record<'before' | 'after', Partial<Fields>> {
  const old = new Map(Object.entries(before))
  const names = Object.entries(after)
    .filter(([name, value]) => !isState(name, state) && !isSame(old.get(name), value))
    .map(([name]) => name)
  const pick = (from: Fields) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as Partial<Fields>
  return { before: pick(before), after: pick(after) }
}

/** The row without its state fields, as a text. */
const lastingOf = (row: object, state: readonly string[]): string =>
  JSON.stringify(row, (name, value: unknown) => (isState(name, state) ? undefined : value))

const isState = (name: string, state: readonly string[]) =>
  name === 'last_modified' || name === 'lastModified' || state.includes(name)

/** The fields of a response are JSON. PostgreSQL orders the keys of an object differently. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(asJson(one), asJson(other))
}

const asJson = (value: unknown): unknown => (value === undefined ? value : JSON.parse(JSON.stringify(value)))
