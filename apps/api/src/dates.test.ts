import type { InstantText } from '@gatehouse/validation/instants'
import { expectTypeOf, it } from 'vitest'

it('a date is made of a checked time, of the code’s own text and of numbers, and of no other text', () => {
  const raw = String(Date.now())
  const instant = new Date().toISOString() as InstantText
  expectTypeOf(new Date(instant)).toEqualTypeOf<Date>()
  expectTypeOf(new Date('2026-11-20T00:00:00Z')).toEqualTypeOf<Date>()
  expectTypeOf(new Date(0)).toEqualTypeOf<Date>()
  expectTypeOf(new Date(raw)).not.toExtend<Date>()
  expectTypeOf(Date.parse(raw)).not.toExtend<number>()
})
