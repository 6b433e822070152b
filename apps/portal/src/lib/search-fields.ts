import * as v from 'valibot'

/** A text of a URL, where digits alone arrive as a number. */
export const SearchText = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty())

/** Drops a missing or invalid value of a URL. */
export function orNothing<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.optional(schema), undefined)
}
