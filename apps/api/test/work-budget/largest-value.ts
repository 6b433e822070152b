import * as v from 'valibot'
import { commonTexts } from '../fuzz/texts.ts'

type Schema = v.GenericSchema

/** The part of a valibot schema from which values are made. */
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

/** Meaningful texts by field. Each further value of a field uses the next one. */
export type Words = Readonly<Record<string, readonly string[]>>

interface Given {
  words: Words
  name: string
  /** The most items of a list. */
  most: number
  /** The index of this value among several, which all differ. */
  index: number
}

/** A letter with seven marks: one character of eight code units. */
const MARKED = 'e\u0301\u0323\u0302\u0327\u0328\u0304\u0306'

/**
 * Texts that are slow to process: marks in the wrong order, emoji families, letters with
 * accents, and plain ones.
 */
const hardTexts = [MARKED, '👩\u200d👩\u200d👧\u200d👦', 'ǻ', 'é', 'x', '1'] as const

/** The lengths of texts in the product, longest first. */
const lengths = [
  2000, 1024, 500, 400, 320, 300, 254, 200, 128, 120, 100, 80, 60, 41, 40, 38, 32, 30, 20, 13, 10, 8, 6, 4, 2,
  1, 0,
]

/**
 * The largest value that a schema accepts: every field, the longest texts, and lists with as many
 * items as they may have.
 * @throws Error for a schema without a value: the words lack one
 */
export function largestValue(schema: Schema, given: Given): unknown {
  const {
    type,
    entries = {},
    wrapped,
    item,
    key,
    value,
    options = [],
    items = [],
    literal,
    pipe,
  } = partsOf(schema)
  switch (type) {
    case 'string':
      return largestText(schema, given)
    case 'number':
      return largestNumber(schema, given)
    case 'boolean':
      return true
    case 'literal':
      return literal
    case 'picklist':
      return options[given.index % options.length]
    case 'optional':
    case 'nullable':
      if (!wrapped) break
      return largestValue(wrapped, given)
    case 'object':
    case 'strict_object':
      return Object.fromEntries(
        Object.entries(entries).map(([name, inner]) => [name, largestValue(inner, { ...given, name })]),
      )
    case 'array': {
      if (!item) break
      const limit = pipe?.find(({ type: step }) => step === 'max_length' || step === 'length')?.requirement
      const most = Math.min(typeof limit === 'number' ? limit : Infinity, given.most)
      return Array.from({ length: most }, (_, index) => largestValue(item, { ...given, index }))
    }
    case 'strict_tuple':
      return items.map((one, index) => largestValue(one, { ...given, index }))
    case 'record': {
      if (!key || !value) break
      const made = Array.from({ length: given.most }, (_, index) => [
        largestValue(key, { ...given, index }),
        largestValue(value, { ...given, name: `${given.name} value`, index }),
      ])
      return Object.fromEntries(made)
    }
    case 'union':
    case 'variant': {
      const made = options.map((option) => largestValue(option as Schema, given))
      return made.toSorted((one, other) => sizeOf(other) - sizeOf(one)).find((one) => v.is(schema, one))
    }
  }
  throw new Error(`Nothing makes values of the type ${type}, which ${given.name} has.`)
}

export const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '')

/** The largest value of at most this many bytes: its lists are as long as fits. */
export function largestWithin(schema: Schema, words: Words, bytes: number): unknown {
  const make = (most: number) => largestValue(schema, { words, name: '', most, index: 0 })
  let [fits, tooMany] = [1, 2001]
  if (sizeOf(make(tooMany)) <= bytes) return make(tooMany)
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (sizeOf(make(middle)) <= bytes) fits = middle
    else tooMany = middle
  }
  return make(fits)
}

const acceptedWords = new WeakMap<Schema, Map<readonly string[], string[]>>()

function acceptedOf(schema: Schema, own: readonly string[]): string[] {
  const lists = acceptedWords.get(schema) ?? new Map<readonly string[], string[]>()
  acceptedWords.set(schema, lists)
  const accepted = lists.get(own) ?? own.filter((text) => v.is(schema, text))
  lists.set(own, accepted)
  return accepted
}

const known = new WeakMap<Schema, Map<string, string>>()

function largestText(schema: Schema, { words, name, index }: Given): string {
  const own = words[name]
  if (own) {
    const accepted = acceptedOf(schema, own)
    const word = accepted[index % accepted.length]
    if (word !== undefined) return word
  }
  const label = index.toString(36)
  const texts = known.get(schema) ?? new Map<string, string>()
  known.set(schema, texts)
  const first = texts.get('0') ?? findText(schema, '')
  const like = first && first.slice(0, -label.length) + label
  const found =
    index === 0
      ? first
      : (texts.get(label) ?? (like?.isWellFormed() && v.is(schema, like) ? like : findText(schema, label)))
  if (found === undefined) throw new Error(`No text is known that ${name} accepts: add one to the words.`)
  texts.set(label, found)
  return found
}

function findText(schema: Schema, label: string): string | undefined {
  const accepts = (text: string) => text.isWellFormed() && v.is(schema, text)
  for (const length of lengths)
    for (const unit of hardTexts) {
      const room = length - label.length
      const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, Math.max(0, room))
      const whole = (text.isWellFormed() ? text : text.slice(0, -1)) + label
      if (room > 0 && accepts(whole)) return whole
    }
  const id = `00000000-0000-7000-8000-${[...Buffer.from(label)].join('').padStart(12, '0')}`
  const longestEmail = `${label || 'e'}@${Array.from({ length: 3 }, () => 'x'.repeat(60)).join('.')}.example`
  return [longestEmail, id, ...commonTexts.toSorted((one, other) => other.length - one.length)].find(accepts)
}

const numbers = [2 ** 53 - 1, 2 ** 31 - 1, 10_000, 3650, 1440, 240, 168, 120, 60, 45, 31, 30, 24, 10, 7, 1, 0]

function largestNumber(schema: Schema, { name, index }: Given): number {
  const accepted = numbers.filter((number) => v.is(schema, number))
  const day = (index % 7) + 1
  const lowest = /^low_|_min$/.test(name) ? accepted.at(-1) : undefined
  const found = name === 'day' && v.is(schema, day) ? day : (lowest ?? accepted[0])
  if (found === undefined) throw new Error(`No number is known that ${name} accepts.`)
  return found
}

/** Values of this size that no schema accepts, each costly to refuse in another way. */
export function refusedValues(schema: Schema, valid: unknown, bytes: number): unknown[] {
  const isObject = typeof valid === 'object' && valid !== null && !Array.isArray(valid)
  const room = bytes - 100
  const unknown = Object.fromEntries(Array.from({ length: Math.floor(room / 10) }, (_, at) => [`f${at}`, 0]))
  const lists = [0, {}, 'x', []].map((item) =>
    Array.from({ length: Math.floor(room / (sizeOf(item) + 1)) }, () => item),
  )
  if (!isObject) return [unknown, ...lists]
  const found = Object.entries(valid as Record<string, unknown>).flatMap(([name, value]) => {
    const instead = (other: unknown) => ({ [name]: other })
    if (typeof value === 'string')
      return hardTexts.slice(0, 3).map((unit) => instead(textOf(unit, room - name.length - 10)))
    if (typeof value !== 'object' || value === null) return []
    return (Array.isArray(value) ? lists : [unknown, ...lists]).map(instead)
  })
  return [unknown, ...found].filter((value) => !v.is(schema, value))
}

function textOf(unit: string, bytes: number): string {
  return unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))
}
