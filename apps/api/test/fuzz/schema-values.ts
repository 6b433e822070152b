import fc from 'fast-check'
import * as v from 'valibot'
import { commonTexts } from './texts.ts'

/** Meaningful texts, by field. */
export type Words = Readonly<Partial<Record<string, readonly string[]>>>

/** The words for one endpoint: only its path says what an `id` or a `key` refers to. */
export function wordsAt(path: string, words: Words): Words {
  const own = `/${path.split('/')[1]} `
  const ofPath = Object.entries(words).filter(([name]) => name.startsWith(own))
  return { ...words, ...Object.fromEntries(ofPath.map(([name, list]) => [name.slice(own.length), list])) }
}

interface Given {
  words: Words
  /** The name of the value's field. */
  name: string
  /** Whether a text may be a word of another field, such as an id as a name. Default: true. */
  isMixed?: boolean | undefined
  /** Whether a field with words has no other text. */
  isStrict?: boolean | undefined
}

type Schema = v.GenericSchema
type AnyArbitrary = fc.Arbitrary<unknown>

/** The part of a valibot schema from which values are generated. */
interface Parts {
  type: string
  entries?: Record<string, Schema>
  wrapped?: Schema
  item?: Schema
  key?: Schema
  value?: Schema
  items?: readonly Schema[]
  options?: readonly (Schema | string)[]
  literal?: unknown
  pipe?: readonly { kind: string; type: string; requirement?: unknown }[]
}

const partsOf = (schema: Schema) => schema as unknown as Parts

/**
 * Generates inputs that a schema accepts, often at the edge of what it accepts. What the
 * declaration alone can't generate is taken from the words.
 * @throws Error for a schema without a value: its words are missing
 */
export function valuesOf(schema: Schema, given: Given): AnyArbitrary {
  const made = plainValuesOf(schema, given)
  return partsOf(schema).pipe ? made.filter((value) => v.is(schema, value)) : made
}

function plainValuesOf(schema: Schema, given: Given): AnyArbitrary {
  const { type, entries = {}, wrapped, item, key, value, options = [], items = [], literal } = partsOf(schema)
  switch (type) {
    case 'string':
      return textsOf(schema, given)
    case 'number':
      return numbersOf(schema, given)
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constant(literal)
    case 'picklist':
      return fc.constantFrom(...options)
    case 'optional':
    case 'nullable':
      if (!wrapped) break
      return type === 'optional'
        ? valuesOf(wrapped, given)
        : fc.option(valuesOf(wrapped, given), { freq: 4, nil: null })
    case 'object':
    case 'strict_object':
      return objectsOf(entries, given)
    case 'array':
      if (!item) break
      return fc.array(valuesOf(item, given), { maxLength: 4 })
    case 'strict_tuple':
      return fc.tuple(...items.map((one) => valuesOf(one, given)))
    case 'record':
      if (!key || !value) break
      return fc.dictionary(
        // The parser always refuses this key.
        (valuesOf(key, given) as fc.Arbitrary<string>).filter((text) => text !== '__proto__'),
        valuesOf(value, given),
        { maxKeys: 3 },
      )
    case 'union':
    case 'variant':
      return fc.oneof(...options.map((option) => valuesOf(option as Schema, given)))
  }
  throw new Error(`Nothing makes values of the type ${type}, which ${given.name} has.`)
}

function objectsOf(entries: Record<string, Schema>, given: Given): AnyArbitrary {
  const fields = Object.fromEntries(
    Object.entries(entries).map(([name, schema]) => [name, valuesOf(schema, { ...given, name })]),
  )
  const requiredKeys = Object.keys(entries).filter((name) => !isOptional(entries[name]))
  return fc.record(fields, { requiredKeys, noNullPrototype: true })
}

const isOptional = (schema: Schema | undefined) => schema !== undefined && partsOf(schema).type === 'optional'

/** Half of them are words of the field, the others any accepted text. */
function textsOf(
  schema: Schema,
  { words, name, isMixed = true, isStrict = false }: Given,
): fc.Arbitrary<string> {
  const accepts = (text: string) => v.is(schema, text)
  const own = [...(words[name] ?? []), ...sortsOf(schema)].filter(accepts)
  if (isStrict && own.length > 0) return fc.constantFrom(...own)
  const ofOthers = isMixed ? Object.values(words).flatMap((list) => list ?? []) : []
  const others = [...ofOthers, ...commonTexts].filter(accepts)
  const free = [fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 })]
    // Rejection sampling would take too long for a field that accepts few texts.
    .filter((texts) => fc.sample(texts, { numRuns: 40, seed: 1 }).filter(accepts).length > 10)
    .map((texts) => texts.filter((text) => accepts(text) && text.isWellFormed() && !text.includes('\0')))
  const makers = [
    ...(own.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...own) }] : []),
    ...(others.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...others) }] : []),
    ...free.map((arbitrary) => ({ weight: 2, arbitrary })),
  ]
  if (makers.length === 0) throw new Error(`No text is known that ${name} accepts: add one to the words.`)
  return fc.oneof(...makers)
}

/** The sort fields of a list: the keys of the object into which the text is parsed. */
function sortsOf(schema: Schema): string[] {
  const { pipe = [] } = partsOf(schema)
  return pipe.flatMap((step) => {
    const { entries } = step as unknown as Parts
    const choices = (name: string) => ((entries?.[name] && partsOf(entries[name]).options) ?? []) as string[]
    const directions = ['', ...choices('direction').map((direction) => ` ${direction}`)]
    return choices('field').flatMap((field) => directions.map((direction) => field + direction))
  })
}

const edges = [
  0,
  -0,
  1,
  -1,
  0.1,
  10,
  25,
  36.6,
  45,
  60,
  600,
  1439,
  -1439,
  1e13,
  -1e13,
  2 ** 31 - 1,
  Number.MAX_SAFE_INTEGER,
]

function numbersOf(schema: Schema, { name }: Given): fc.Arbitrary<number> {
  const accepted = edges.filter((edge) => v.is(schema, edge))
  if (accepted.length === 0) throw new Error(`No number is known that ${name} accepts.`)
  return fc.constantFrom(...accepted)
}
