import type { PersonDataKind } from '@gatehouse/validation/endpoints/people'
import type { BoundedCount } from '@gatehouse/validation/endpoints/retention'
import type { RetentionClass } from '@gatehouse/validation/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { PhotoStore } from '../storage/photos.ts'
import {
  type BatchReport,
  type Change,
  changeBatch,
  changeRows,
  fromOf,
  lockBatch,
  type Rows,
} from './batch.ts'
import type { OwnRecord, PersonRecords } from './person-records.ts'
import type { Transaction } from './tenancy.ts'
import { instant } from './sql-values.ts'

/** The lifetime rules for one module's data. */
export interface Lifecycle {
  /** What is deleted at an age that is the same for every client. */
  expires?: readonly PurgeRule[]
  /** What each client keeps for a number of days it chooses. */
  retention?: readonly RetentionStep[]
  /** What is stored about one person, and how it is erased. */
  person?: readonly PersonStep[]
}

/** Rows expire `keptMs` after `column`; with `only`, just the rows that match it. */
export interface PurgeRule {
  table: PgTable
  /** The first column of an index with the condition `only`. */
  column: PgColumn
  keptMs: number
  only?: SQL
}

/** How one class of data is removed from one table. */
export interface RetentionStep {
  class: RetentionClass
  table: string
  /** The rows to change: a run takes them in batches, and a preview counts them. */
  due: (deadline: Deadline) => DueRows
  /** Counts the rows where the condition alone is not enough. Reads at most `most` rows. */
  countDue?: ((tx: Transaction, deadline: Deadline, most: number) => Promise<BoundedCount>) | undefined
  /** The rows that still hold this data, due or not. */
  kept?: KeptRows | undefined
  /** Changes one batch. Locked rows are left for the next run. */
  anonymise: (batch: Batch) => Promise<BatchResult>
}

export interface Deadline {
  clientId: string
  /** Rows up to this time are past their retention period. */
  cutoff: Date
  /** Rows up to this time were already deleted by the step of an earlier class. */
  deletedUntil?: Date | undefined
}

export interface DueRows {
  from: SQL
  where: SQL
  /** The site of a row; null where rows of this kind belong to none. */
  site: SQL | null
}

/** Rows in a partial index, ordered by their time. */
export interface KeptRows {
  time: string
  /** The condition of the partial index. */
  where: string
}

export interface Batch {
  clientId: string
  cutoff: Date
  now: Date
  tx: Transaction
  size: number
  photos: Pick<PhotoStore, 'remove'>
}

export interface BatchResult {
  /** The number of rows that were changed. */
  changed: number
  /** Whether overdue rows may remain. */
  hasMore: boolean
}

export interface PersonStep {
  kind: PersonDataKind
  /** The tables that the step reads or empties. */
  tables: readonly string[]
  /** A query for `id` as text, `at`, and `data` as JSON, for the preview and the export. */
  records: (person: PersonRecords, now: Date) => SQL
  /** Absent where the data stays, or is erased with another kind. */
  erase?: ((erasure: Erasure) => Promise<unknown>) | undefined
}

export interface Erasure {
  tx: Transaction
  person: PersonRecords
  now: Date
  photos: Pick<PhotoStore, 'remove'>
  /** A replacement for the person key on one day. It does not identify the person. */
  pseudonym: (record: OwnRecord) => string
}

const alias = sql`t`

type Row = Record<string, unknown>

/** A retention step as a module declares it. Its expressions refer to the table as `t`. */
type RetentionRule<Found extends Row> = Pick<RetentionStep, 'class' | 'table'> & {
  join?: SQL
  /** The column or expression from which the days count. */
  time: string | SQL
  /** The condition of the partial index on `time` for rows that still hold the data. */
  kept?: string
  /** Further conditions. */
  only?: (cutoff: SQL) => SQL
  site: SQL | null
  /** Set where no index orders a client's rows by `time`. */
  isUnordered?: boolean
  /** False where the role can't lock the rows: a concurrent run then writes the same values. */
  isLocked?: boolean
} & (
    | { change: Change }
    | {
        columns: (cutoff: SQL) => SQL
        /** Makes changes that one statement can't. */
        anonymise: (batch: Batch, found: readonly Found[]) => Promise<void>
        /** Whether a row holds such data. Default: every row does. */
        isHolding?: (row: Found) => boolean
      }
  )

/** Declares how one class of data is removed from one table. */
export function retain<Found extends Row>(rule: RetentionRule<Found>): RetentionStep {
  const { time, kept, isLocked = true } = rule
  const name = sql.identifier(rule.table)
  const at = typeof time === 'string' ? sql`t.${sql.identifier(time)}` : time
  const rowsOf = ({ clientId, cutoff, deletedUntil }: Deadline): Rows => {
    const conditions = [sql`t.client_id = ${clientId} and ${at} <= ${instant(cutoff)}`]
    if (kept !== undefined) conditions.push(sql.raw(kept))
    if (rule.only) conditions.push(rule.only(instant(cutoff)))
    if (deletedUntil && 'change' in rule && rule.change === 'delete')
      conditions.push(sql`${at} > ${instant(deletedUntil)}`)
    return {
      table: sql`${name}`,
      alias,
      join: rule.join,
      where: sql.join(conditions, sql` and `),
      orderBy: rule.isUnordered ? undefined : at,
    }
  }
  const find = async (tx: Transaction, deadline: Deadline, size: number, lock: boolean) => {
    const columns = 'columns' in rule ? rule.columns(instant(deadline.cutoff)) : sql``
    const statement = lockBatch(rowsOf(deadline), columns, size, lock && isLocked)
    return [...(await tx.execute<Row>(statement))] as Found[]
  }
  const isHolding = 'columns' in rule ? rule.isHolding : undefined
  return {
    class: rule.class,
    table: rule.table,
    kept: kept === undefined || typeof time !== 'string' ? undefined : { time, where: kept },
    due(deadline) {
      const rows = rowsOf(deadline)
      return { from: fromOf(rows), where: rows.where, site: rule.site }
    },
    countDue: isHolding
      ? async (tx, deadline, most) => {
          const found = await find(tx, deadline, most + 1, false)
          return { rows: found.slice(0, most).filter(isHolding).length, more: found.length > most }
        }
      : undefined,
    async anonymise(batch) {
      const { tx, now, size } = batch
      if ('change' in rule) {
        const statement = changeBatch(rowsOf(batch), { change: rule.change, now, size, isLocked })
        const [done] = await tx.execute<BatchReport>(statement)
        const changed = done?.rows ?? 0
        return { changed, hasMore: changed === size }
      }
      const found = await find(tx, batch, size, true)
      if (found.length > 0) await rule.anonymise(batch, found)
      const changed = (isHolding ? found.filter(isHolding) : found).length
      return { changed, hasMore: found.length === size }
    },
  }
}

type OfPerson = (person: PersonRecords, now: Date) => SQL

/** One kind of personal data as a module declares it. Its expressions refer to the table as `t`. */
type PersonRule = Pick<PersonStep, 'kind' | 'erase'> & {
  table: string
  /** Further tables that the step reads or empties. */
  alsoIn?: readonly string[]
  join?: SQL | OfPerson
  /** The person's rows within their client. */
  where: OfPerson
  /** Defaults to `t.id`. */
  id?: SQL | OfPerson
  at: SQL
  data: SQL | OfPerson
  /** How the rows are erased, where `erase` is absent. */
  change?: Change
}

/** Declares what one table stores about a person, and how it is erased. */
export function ofPerson(rule: PersonRule): PersonStep {
  const { kind, alsoIn = [], change, id = sql`t.id`, at, join = sql`` } = rule
  const table = sql`${sql.identifier(rule.table)}`
  const isOwn: OfPerson = (person, now) =>
    sql`t.client_id = ${person.clientId} and (${rule.where(person, now)})`
  return {
    kind,
    tables: [rule.table, ...alsoIn],
    records(person, now) {
      const of = (part: SQL | OfPerson) => (typeof part === 'function' ? part(person, now) : part)
      return sql`
        select ${of(id)}::text as id, ${at} as at, ${of(rule.data)} as data
        from ${table} t ${of(join)} where ${isOwn(person, now)}`
    },
    erase: change
      ? ({ tx, person, now }) => tx.execute(changeRows({ table, alias }, change, now, isOwn(person, now)))
      : rule.erase,
  }
}
