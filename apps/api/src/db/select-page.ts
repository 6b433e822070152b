import { and, asc, desc, inArray, type AnyColumn, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { matchesSearch, type SearchColumns } from './search.ts'
import type { TransactionOptions } from './tenancy.ts'

/** The transaction of a list: its statements describe the same moment. */
export const listTransaction: TransactionOptions = {
  readOnly: true,
  isolation: 'repeatable read',
  customPlans: true,
}

/** The search and the filters of a list: what its query and the `matching` of a bulk action share. */
export interface ListFilters {
  search?: string | undefined
  /** A site that was found for the caller, as `resolveSite` does: the id from the query does not compile. */
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
  /** A condition for each filter of the declaration; where one is missing, the code does not compile. */
  filters: {
    [Name in FilterName<Given>]-?: (value: NonNullable<Given[Name]>) => SQL | undefined
  }
}

/** The condition of a list: its scope, its search and every filter that is given. */
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
  /** A unique column. It comes last in every order, so that each row is on exactly one page. */
  lastSort: AnyColumn
  /** Selects the rows with their joins; `$dynamic()`, because the order and the page are added here. */
  rows: (where: SQL | undefined) => Rows
}

export interface PageOptions<Query extends ListQuery, Rows extends PgSelect> extends RowOptions<Query, Rows> {
  /** Counts the rows, as `total`. It is left out where the page tells how many there are, because the last one is on it. */
  count: (where: SQL | undefined) => PromiseLike<{ total: number }[]>
}

/** Reads a page of a list that is declared by `listEndpoint`, in a `listTransaction`: its rows, and how many there are in all. */
export async function selectPage<Query extends ListQuery, Rows extends PgSelect>(
  query: Query,
  options: PageOptions<Query, Rows>,
): Promise<{ items: Awaited<Rows>; total: number }> {
  const where = whereListed(options, query)
  const items = await selectRows(query, options, where)
  return { items, total: totalToldBy(query, items) ?? onlyRow(await options.count(where)).total }
}

export interface CountedPageOptions<Query extends ListQuery, Rows extends PgSelect> extends PageOptions<
  Query,
  Rows
> {
  /** The same rows as `scope`, asked of one row after the other: quick where many of those that are read belong to the list. */
  scopeOfEach: SQL | undefined
}

/** How many times as many rows as the page reaches to must belong to a list, so that it is read row by row. */
const MANY_TIMES = 50

/**
 * The same where the scope costs as much as the whole list, for an order that an index has. It is counted once; where many rows belong to the list,
 * the page is read along the index, and the scope is asked of those few.
 */
export async function selectCountedPage<Query extends ListQuery, Rows extends PgSelect>(
  query: Query,
  options: CountedPageOptions<Query, Rows>,
): Promise<{ items: Awaited<Rows>; total: number }> {
  const where = whereListed(options, query)
  const { total } = onlyRow(await options.count(where))
  const isDense = total >= MANY_TIMES * query.page * query.per_page
  const ofPage = isDense ? whereListed({ ...options, scope: options.scopeOfEach }, query) : where
  return { items: await selectRows(query, options, ofPage), total }
}

export interface SummedPageOptions<
  Query extends ListQuery,
  Rows extends PgSelect,
  Totals extends { total: number },
> extends RowOptions<Query, Rows> {
  /** Counts the rows, as `total`, and computes further aggregates over all of them. */
  totals: (where: SQL | undefined) => PromiseLike<Totals[]>
}

/** The same with further aggregates. Both statements are sent at once. */
export async function selectSummedPage<
  Query extends ListQuery,
  Rows extends PgSelect,
  Totals extends { total: number },
>(
  query: Query,
  options: SummedPageOptions<Query, Rows, Totals>,
): Promise<{ items: Awaited<Rows>; totals: Totals }> {
  const where = whereListed(options, query)
  const [items, totals] = await Promise.all([selectRows(query, options, where), options.totals(where)])
  return { items, totals: onlyRow(totals) }
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

/** An empty page tells nothing, unless it is the first one. */
function totalToldBy({ page, per_page: perPage }: ListQuery, items: readonly unknown[]): number | undefined {
  const hasLast = items.length < perPage && (items.length > 0 || page === 1)
  return hasLast ? (page - 1) * perPage + items.length : undefined
}

function onlyRow<Totals>([totals]: Totals[]): Totals {
  if (!totals) throw new Error('A statement of aggregates without a GROUP BY has one row')
  return totals
}

interface Keyed<Column> {
  clientId: Column
  id: Column
}

/**
 * Reads all that is shown of the rows of a page, in its order. In one statement PostgreSQL would read it of every row that it sorts.
 * @param read selects the rows of a condition
 */
export async function readPage<Row>(
  page: readonly Keyed<string>[],
  table: Keyed<AnyColumn>,
  read: (where: SQL | undefined) => PromiseLike<Row[]>,
  idOf: (row: Row) => string,
): Promise<Row[]> {
  if (page.length === 0) return []
  const ids = page.map(({ id }) => id)
  const clientIds = [...new Set(page.map(({ clientId }) => clientId))]
  const found = await read(and(inArray(table.clientId, clientIds), inArray(table.id, ids)))
  const order = new Map(ids.map((id, at) => [id, at]))
  const place = (row: Row) => order.get(idOf(row)) ?? 0
  return found.toSorted((one, other) => place(one) - place(other))
}
