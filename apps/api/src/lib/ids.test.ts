import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { newId, timeOfId } from './ids.ts'

const form = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

describe('newId', () => {
  afterEach(() => vi.useRealTimers())

  test('contains exactly the given millisecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8_640_000_000_000_000 / 100 }), (milliseconds) => {
        const id = newId(milliseconds)
        expect(id).toMatch(form)
        expect(timeOfId(id).getTime()).toBe(milliseconds)
        expect(timeOfId(newId(new Date(milliseconds))).getTime()).toBe(milliseconds)
      }),
    )
  })

  test('increases strictly within a millisecond', () => {
    const ids = Array.from({ length: 50_000 }, () => newId(1_790_000_000_000))
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('keeps the order of each millisecond when calls for several alternate', () => {
    const start = 1_791_000_000_000
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 300 }), (steps) => {
        const ids = steps.map((step) => newId(start + step))
        for (const step of new Set(steps)) {
          const own = ids.filter((_, index) => steps[index] === step)
          expect(own).toEqual(own.toSorted())
          expect(new Set(own).size).toBe(own.length)
        }
      }),
    )
  })

  test('does not step back with the clock', async () => {
    // The module remembers the latest time, so this test uses its own instance.
    vi.resetModules()
    const ids = await import('./ids.ts')
    vi.useFakeTimers({ now: new Date('2030-01-01T00:00:00.500Z') })
    const first = ids.newId()
    vi.setSystemTime(new Date('2030-01-01T00:00:00.100Z'))
    const second = ids.newId()
    expect(second > first).toBe(true)
    expect(timeOfId(second)).toEqual(new Date('2030-01-01T00:00:00.500Z'))
  })

  test('does not reveal how many ids were made', () => {
    const leads = Array.from({ length: 200 }, (_, index) => newId(1_792_000_000_000 + index).slice(15, 23))
    expect(new Set(leads).size).toBeGreaterThan(190)
  })

  test.each([-1, 0.5, Number.NaN, 2 ** 48])('refuses the time %s', (time) => {
    expect(() => newId(time)).toThrow(RangeError)
  })
})

describe('timeOfId', () => {
  test('reads the example of RFC 9562, appendix A.6', () => {
    expect(timeOfId('017F22E2-79B0-7CC3-98C4-DC0C0C07398F')).toEqual(new Date('2022-02-22T19:22:22.000Z'))
  })

  test.each([
    '',
    'x',
    '017f22e279b07cc398c4dc0c0c07398f',
    '017f22e2-79b0-4cc3-98c4-dc0c0c07398f',
    '017f22e2-79b0-7cc3-c8c4-dc0c0c07398f',
    ' 017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
  ])('refuses %j', (text) => {
    expect(() => timeOfId(text)).toThrow(RangeError)
  })
})
