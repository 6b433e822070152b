import { logCursor } from '@gatehouse/validation/endpoints/access-log'
import type { AnySearch } from '../../lib/list/any-search.ts'

/** The filters that the page writes into its address: as the endpoint calls them. */
export const filterNames = [
  'from',
  'to',
  'site',
  'method',
  'kind',
  'role',
  'event',
  'result',
  'stay',
  'weekday',
  'hour',
  'question',
  'answer',
  'search',
] as const
export type FilterName = (typeof filterNames)[number]

/** What the address of the log says. The server refuses what it does not understand, and says so. */
export type LogSearch = Partial<Record<FilterName | 'cursor' | 'row' | 'edit', string | undefined>>

const names: readonly (keyof LogSearch)[] = [...filterNames, 'cursor', 'row', 'edit']

/** What is no cursor is left out, so that the first page is shown. */
export function readLogSearch(address: AnySearch): LogSearch {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = address[name]
      const isMissing = value === undefined || value === ''
      return isMissing || (name === 'cursor' && !logCursor.test(String(value))) ? [] : [[name, String(value)]]
    }),
  )
}

/** The filters alone, as the endpoints of the log take them. */
export function filtersOf(search: LogSearch): Partial<Record<FilterName, string | undefined>> {
  return Object.fromEntries(
    filterNames.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  )
}

/** The address after a filter changed: it begins with the latest entries again. */
export function withFilter(search: LogSearch, changed: Partial<Record<FilterName, string | undefined>>) {
  const { cursor: _cursor, row: _row, ...kept } = search
  return { ...kept, ...changed }
}

/** Whether an end of the range is a moment, as the numbers of Home name it, and not a day. */
export const isMoment = (end: string | undefined): boolean => (end?.length ?? 0) > '2026-11-20'.length

/** Whether the last day lies before the first. */
export function isReversed({ from, to }: LogSearch): boolean {
  return from !== undefined && to !== undefined && from.slice(0, 10) > to.slice(0, 10)
}
