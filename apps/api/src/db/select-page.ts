import { and, asc, desc, type AnyColumn, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { matchesSearch, type SearchColumns } from './search.ts'
import type { Database } from './client.ts'
import { type Scope, type Transaction, type TransactionOptions, withScope } from './tenancy.ts'
import { areRows } from './sql-values.ts'

/** The transaction of a list: its statements read the same snapshot. */
export const listTransaction: TransactionOptions = {
  readOnly: true,
  isolation: 'repeatable read',
  customPlans: true,
}

/** Runs the work of a list in a `listTransaction`. */
export function withListScope<T>(
  db: Database,
  scope: Scope,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return withScope(db, scope, work, listTransaction)
}

/** The search and the filters of a list, for its query and the `matching` of a bulk action. */
export interface ListFilters {
  search?: string | undefined
  /** A site that `resolveSite` has resolved for the caller. An id alone does not compile. */
  site?: ListedSite | undefined
}

interface ListedSite {
  clientId: string
  id: string
}

/** The parsed query of a `listEndpoint`, with the site in place of its id. */
export interface ListQuery extends ListFilters {
  page: number
  per_page: number
  sort: { field: string; direction: 'asc' | 'desc' }
}

type FilterName<Given extends ListFilters> = Exclude<keyof Given, Exclude<keyof ListQuery, 'site'>>

/** The rows that a list may contain, and how its search and filters select among them. */
export interface ListConditions<Given extends ListFilters> {
  /** The rows that the caller may see. */
  scope: SQL | undefined
  search: SearchColumns
  /** A condition for each declared filter. A missing one does not compile. */
  filters: {
    [Name in FilterName<Given>]-?: (value: NonNullable<Given[Name]>) => SQL | undefined
  }
}

/** The condition of a list: its scope, its search and every given filter. */
export function whereListed<Given extends ListFilters>(
  { scope, search, filters }: ListConditions<Given>,
  given: Given,
): SQL | undefined {
  const names = Object.keys(filters) as FilterName<Given>[]
  return and(
    scope,
    matchesSearch(given.search, search),
    ...names.map((name) => {
      const value = given[name]
      return value === undefined || value === null ? undefined : filters[name](value)
    }),
  )
}

type Direction = typeof asc | typeof desc

/** The column of a sort field, or several columns in one direction. */
export type SortColumns = SQLWrapper | ((direction: Direction) => SQL[])

interface RowOptions<Query extends ListQuery, Rows extends PgSelect> extends ListConditions<Query> {
  sort: Record<Query['sort']['field'], SortColumns>
  /** A unique column, last in every order, so that each row is on exactly one page. */
  lastSort: AnyColumn
  /** Selects the rows with their joins. Use `$dynamic()`: the order and the page are added here. */
  rows: (where: SQL | undefined) => Rows
}

/**
 * Reads a page of a list declared by `listEndpoint`, in a `listTransaction`: its rows, the total,
 * and further aggregates over all rows. Both statements are sent at once.
 */
export async function selectPage<
  Query extends ListQuery,
  Rows extends PgSelect,
  Totals extends { total: number },
>(
  query: Query,
  options: RowOptions<Query, Rows> & { count: (where: SQL | undefined) => PromiseLike<Totals[]> },
): Promise<{ items: Awaited<Rows> } & Totals> {
  const where = whereListed(options, query)
  const [items, [totals]] = await Promise.all([selectRows(query, options, where), options.count(where)])
  if (!totals) throw new Error('A statement of aggregates without a GROUP BY has one row')
  return { items, ...totals }
}

async function selectRows<Query extends ListQuery, Rows extends PgSelect>(
  { sort, page, per_page: perPage }: Query,
  options: RowOptions<Query, Rows>,
  where: SQL | undefined,
): Promise<Awaited<Rows>> {
  const direction = sort.direction === 'desc' ? desc : asc
  const columns: SortColumns = options.sort[sort.field as Query['sort']['field']]
  const order = typeof columns === 'function' ? columns(direction) : [direction(columns)]
  return await options
    .rows(where)
    .orderBy(...order, asc(options.lastSort))
    .limit(perPage)
    .offset((page - 1) * perPage)
}

interface Keyed<Column> {
  clientId: Column
  id: Column
}

/**
 * Reads the shown columns of a page's rows, in the page's order. In a single statement PostgreSQL
 * would read them for every row that it sorts.
 * @param read selects the rows of a condition
 */
export async function readPage<Row>(
  page: readonly Keyed<string>[],
  table: Keyed<AnyColumn>,
  read: (where: SQL | undefined) => PromiseLike<Row[]>,
  idOf: (row: Row) => string,
): Promise<Row[]> {
  if (page.length === 0) return []
  const found = await read(areRows(table, page))
  return inOrderOf(
    page.map(({ id }) => id),
    found,
    idOf,
  )
}

export function inOrderOf<Row>(
  ids: readonly string[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const order = new Map(ids.map((id, at) => [id, at]))
  const place = (row: Row) => order.get(idOf(row)) ?? 0
  return rows.toSorted((one, other) => place(one) - place(other))
}

/**
 * The rows of a page with cursor (keyset) pagination. One more row was read, which shows whether
 * there is another page.
 * @param cursorOf the start of the page after a row
 */
export function cutPage<Row>(
  rows: readonly Row[],
  perPage: number,
  cursorOf: (last: Row) => string,
): { shown: Row[]; next: string | null } {
  const last = rows[perPage - 1]
  return { shown: rows.slice(0, perPage), next: last && rows.length > perPage ? cursorOf(last) : null }
}
