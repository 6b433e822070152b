import { serverLimits } from '@gatehouse/validation/limits'
import { type AnyColumn, desc, eq, or, type SQL } from 'drizzle-orm'
import type { Database } from './client.ts'
import type { Scope } from './scopes.ts'
import { matchesSearch, type SearchColumns } from './search.ts'
import { type Transaction, withReadScope } from './tenancy.ts'

export interface OptionsSearch {
  search?: string | undefined
  /** The id of an option that comes first, whether it matches the search or not. */
  chosen?: string | undefined
}

interface OptionsQuery<Row> {
  id: AnyColumn
  texts: SearchColumns['texts']
  /** Selects the rows of a condition. `isChosen` rows come first. */
  rows: (
    tx: Transaction,
    where: SQL | undefined,
    isChosen: SQL | undefined,
  ) => { limit: (rows: number) => PromiseLike<Row[]> }
}

/** One more than the response has shows that there are more. */
export const OPTIONS_READ = serverLimits.siteOptions + 1

/** Reads a filter's options: the first matches of a search, and whether there are more. */
export async function readOptions<Row>(
  { db, actor }: { db: Database; actor: { scope: Scope } },
  { search, chosen }: OptionsSearch,
  { id, texts, rows }: OptionsQuery<Row>,
): Promise<{ items: Row[]; has_more: boolean }> {
  const isChosen = chosen === undefined ? undefined : eq(id, chosen)
  const isFound = matchesSearch(search, { texts })
  const where = isChosen && isFound ? or(isChosen, isFound) : isFound
  const read = async (tx: Transaction) => rows(tx, where, isChosen).limit(OPTIONS_READ)
  return toOptions(await withReadScope(db, actor.scope, read))
}

export const toOptions = <Row>(found: readonly Row[]): { items: Row[]; has_more: boolean } => ({
  items: found.slice(0, serverLimits.siteOptions),
  has_more: found.length > serverLimits.siteOptions,
})

/** Orders a chosen option before the others. */
export const chosenFirst = (isChosen: SQL | undefined): SQL[] => (isChosen ? [desc(isChosen)] : [])
