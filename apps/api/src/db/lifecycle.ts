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

/** How long the data of one module lives. */
export interface Lifecycle {
  /** What is deleted at an age that is the same for every client. */
  expires?: readonly PurgeRule[]
  /** What each client keeps for as many days as it chooses. */
  retention?: readonly RetentionStep[]
  /** What is held about one person, and how it is erased. */
  person?: readonly PersonStep[]
}

/** Rows expire when `column` is more than `keptMs` ago; of `only`, where it is given. */
export interface PurgeRule {
  table: PgTable
  /** The first column of an index that has the condition of `only`. */
  column: PgColumn
  keptMs: number
  only?: SQL
}

/** How one class of data is removed from one table. */
export interface RetentionStep {
  class: RetentionClass
  table: string
  /** The rows that it changes: a run takes them batch by batch, and a preview counts them. */
  due: (deadline: Deadline) => DueRows
  /** Counts them where the condition does not say everything. It reads at most `most` rows. */
  countDue?: ((tx: Transaction, deadline: Deadline, most: number) => Promise<BoundedCount>) | undefined
  /** The rows that still hold this data, whether they are due or not. */
  kept?: KeptRows | undefined
  /** Changes one batch. Locked rows are left for the next run. */
  anonymise: (batch: Batch) => Promise<BatchResult>
}

export interface Deadline {
  clientId: string
  /** Rows up to this time are past their retention. */
  cutoff: Date
  /** Rows up to this time were deleted by the step of an earlier class. */
  deletedUntil?: Date | undefined
}

export interface DueRows {
  from: SQL
  where: SQL
  /** The site that a row belongs to; null where rows of this kind belong to none. */
  site: SQL | null
}

/** Rows that a partial index has in the order of their time. */
export interface KeptRows {
  time: string
  /** The condition of that index. */
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
  /** Rows that hold less than before. */
  changed: number
  /** Whether rows may be left that are past their days. */
  hasMore: boolean
}

export interface PersonStep {
  kind: PersonDataKind
  /** The tables that it reads or empties. */
  tables: readonly string[]
  /** A query for `id` as text, `at`, and `data` as JSON. The preview counts it, the export writes it. */
  records: (person: PersonRecords, now: Date) => SQL
  /** Missing where the data stays, or goes with another kind. */
  erase?: ((erasure: Erasure) => Promise<unknown>) | undefined
}

export interface Erasure {
  tx: Transaction
  person: PersonRecords
  now: Date
  photos: Pick<PhotoStore, 'remove'>
  /** Replaces a person key on one day. It does not tell who it was. */
  pseudonym: (record: OwnRecord) => string
}

const alias = sql`t`

type Row = Record<string, unknown>

/** A retention step as a module declares it. Its expressions name the table `t`. */
type RetentionRule<Found extends Row> = Pick<RetentionStep, 'class' | 'table'> & {
  join?: SQL
  /** The column or expression by which the days are counted. */
  time: string | SQL
  /** The condition of the partial index of rows that still hold the data, by the column `time`. */
  kept?: string
  /** Further conditions. */
  only?: (cutoff: SQL) => SQL
  site: SQL | null
  /** No index has the rows of a client in the order of `time`. */
  isUnordered?: boolean
  /** False where the role may not lock the rows: a second run writes the same. */
  isLocked?: boolean
} & (
    | { change: Change }
    | {
        columns: (cutoff: SQL) => SQL
        /** Changes what one statement cannot. */
        anonymise: (batch: Batch, found: readonly Found[]) => Promise<void>
        /** Whether a row has something to lose; every one has where it is left out. */
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

/** One kind of data about a person as a module declares it. Its expressions name the table `t`. */
type PersonRule = Pick<PersonStep, 'kind' | 'erase'> & {
  table: string
  /** Further tables that it reads or empties. */
  alsoIn?: readonly string[]
  join?: SQL | OfPerson
  /** The rows of the person in their client. */
  where: OfPerson
  /** `t.id` where it is left out. */
  id?: SQL | OfPerson
  at: SQL
  data: SQL | OfPerson
  /** How the rows are erased, where `erase` does not do it. */
  change?: Change
}

/** Declares what one table holds about a person, and how it is erased. */
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
