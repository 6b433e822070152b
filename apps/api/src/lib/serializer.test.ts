import { endpoints } from '@gatehouse/validation/endpoints/all'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { createSerializer } from './serializer.ts'

const Choice = v.variant('type', [
  v.object({ type: v.literal('text'), text: v.string() }),
  v.object({ type: v.literal('number'), number: v.number() }),
])

it.each([
  ['a text', v.nullable(v.string()), 'Ana', 'Ana'],
  ['an empty text', v.nullable(v.string()), '', ''],
  ['a literal', v.nullable(v.literal('yes')), 'yes', 'yes'],
  ['one of some', v.nullable(v.picklist(['in', 'out'])), 'out', 'out'],
  ['a number with a default', v.nullable(v.number(), 7), 0, 0],
  ['a list', v.nullable(v.array(v.object({ id: v.string() }))), [{ id: 'a', more: 1 }], [{ id: 'a' }]],
  ['an object', v.nullable(v.object({ id: v.nullable(v.string()) })), { id: null, more: 1 }, { id: null }],
  ['a union', v.nullable(Choice), { type: 'number', number: 1, more: 1 }, { type: 'number', number: 1 }],
])('writes %s that may be null, and null', (_, schema, value, written) => {
  const write = createSerializer({ response: v.object({ value: schema }) }, false)
  expect(JSON.parse(write({ value }))).toEqual({ value: written })
  expect(write({ value: null })).toBe('{"value":null}')
})

it('leaves out what is optional and not there, and what is not declared', () => {
  const response = v.object({ id: v.string(), note: v.optional(v.nullable(v.string())) })
  const write = createSerializer({ response }, false)
  expect(write({ id: 'a', secret: 'x' })).toBe('{"id":"a"}')
  expect(write({ id: 'a', note: null })).toBe('{"id":"a","note":null}')
})

it.each(Object.entries(endpoints))('has a serializer of %s', (_, endpoint) => {
  const write = createSerializer(endpoint, true)
  // The serializer is compiled before the response is parsed.
  if (typeof endpoint.response === 'string') expect(write(undefined)).toBe('')
  else expect(() => write(undefined)).toThrow(v.ValiError)
})
