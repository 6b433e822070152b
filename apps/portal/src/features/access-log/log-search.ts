import { listAccessLogEndpoint, logCursor } from '@gatehouse/validation/endpoints/access-log'
import * as v from 'valibot'
import { orNothing, SearchText } from '../../lib/search-fields.ts'

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

const declared = listAccessLogEndpoint.query.entries

/** A value of a filter; nothing where the endpoint knows no such value. */
const knownTo = (filter: v.GenericSchema) =>
  orNothing(
    v.pipe(
      SearchText,
      v.check((text) => v.is(filter, text)),
    ),
  )

/** What the address of the log says. The server refuses a range that it does not understand, and says so. */
export const logSearch = v.object({
  ...v.entriesFromList(filterNames, orNothing(SearchText)),
  kind: knownTo(declared.kind),
  event: knownTo(declared.event),
  result: knownTo(declared.result),
  stay: knownTo(declared.stay),
  cursor: orNothing(v.pipe(v.string(), v.regex(logCursor))),
  row: orNothing(SearchText),
  edit: orNothing(SearchText),
})
export type LogSearch = Partial<v.InferOutput<typeof logSearch>>

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
