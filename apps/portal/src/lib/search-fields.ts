import * as v from 'valibot'

/** A text of an address, where one of digits alone is a number. */
export const SearchText = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty())

/** What an address does not say, or says in a way that is not understood, is left out. */
export function orNothing<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.optional(schema), undefined)
}
