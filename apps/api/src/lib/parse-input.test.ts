import { endpoint } from '@gatehouse/validation/endpoint'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import type { AppError } from './app-error.ts'
import { parseInput } from './parse-input.ts'

const ask = endpoint({
  method: 'POST',
  path: '/asked',
  summary: 'Asks.',
  access: 'public',
  query: v.strictObject({ t: v.optional(v.string()) }),
  body: v.strictObject({ name: v.optional(v.string()) }),
  response: 'none',
  errors: [],
})

const raw = (query: unknown, body: unknown) => ({ params: {}, query, headers: {}, body })

function errorOf(query: unknown, body: unknown): AppError | undefined {
  try {
    parseInput(ask, raw(query, body))
    return undefined
  } catch (error) {
    return error as AppError
  }
}

it('parses what is declared', () => {
  expect(parseInput(ask, raw({ t: '1' }, { name: 'Ada' }))).toEqual({
    query: { t: '1' },
    body: { name: 'Ada' },
  })
})

it('refuses a list in place of an object', () => {
  expect(errorOf({}, [])?.fields).toEqual({ body: 'wrong_type' })
})

it.each(['other', 'toString', 'constructor', 'hasOwnProperty', 'valueOf', '__proto__'])(
  'refuses the unknown field %s wherever it stands',
  (name) => {
    const odd = JSON.parse(`{${JSON.stringify(name)}: "1"}`) as object
    for (const error of [errorOf(odd, {}), errorOf({}, odd)]) {
      expect(error?.code).toBe('bad_request')
      expect(Object.entries(error?.fields ?? {})).toEqual([[name, 'unknown_field']])
    }
  },
)

it('tells all faults of a form, and the first one of a body with thousands of values', () => {
  const numbers = endpoint({ ...ask, body: v.strictObject({ numbers: v.array(v.number()) }) })
  const faultsOf = (count: number) => {
    try {
      parseInput(numbers, raw({}, { numbers: Array.from({ length: count }, () => 'x') }))
    } catch (error) {
      return Object.keys((error as AppError).fields ?? {})
    }
    return []
  }
  expect(faultsOf(50)).toHaveLength(50)
  expect(faultsOf(20_000)).toEqual(['numbers.0'])
})
