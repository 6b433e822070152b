import { listAccessLogEndpoint, logCursor } from '@gatehouse/validation/endpoints/access-log'
import * as v from 'valibot'
import { orNothing, SearchText } from '../../lib/search-fields.ts'

/** The filters in the page's URL, named as in the endpoint. */
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

/** A value of a filter; undefined where the endpoint does not have it. */
const knownTo = (filter: v.GenericSchema) =>
  orNothing(
    v.pipe(
      SearchText,
      v.check((text) => v.is(filter, text)),
    ),
  )

/** The search of the log's URL. The server refuses an invalid range with an error. */
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

/** The filters alone, as the endpoints of the log expect them. */
export function filtersOf(search: LogSearch): Partial<Record<FilterName, string | undefined>> {
  return Object.fromEntries(
    filterNames.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])),
  )
}

/** The search after a filter changed: it goes back to the latest entries. */
export function withFilter(search: LogSearch, changed: Partial<Record<FilterName, string | undefined>>) {
  const { cursor: _cursor, row: _row, ...kept } = search
  return { ...kept, ...changed }
}

/** Whether an end of the range is a moment, as in the links of Home, and not a day. */
export const isMoment = (end: string | undefined): boolean => (end?.length ?? 0) > '2026-11-20'.length

/** Whether the last day is before the first. */
export function isReversed({ from, to }: LogSearch): boolean {
  return from !== undefined && to !== undefined && from.slice(0, 10) > to.slice(0, 10)
}
