import { describe, expect, test } from 'vitest'
import { createTickStore } from './ticks.ts'

function memory(initial?: string) {
  let text = initial
  return {
    read: () => text,
    write: (_: string, value: string | undefined) => void (text = value),
  }
}

describe('the ticks of a roll call', () => {
  test('a second press takes the tick away', () => {
    const ticks = createTickStore(memory())
    ticks.toggle('north', 'ann')
    expect([...ticks.of('north')]).toEqual(['ann'])
    ticks.toggle('north', 'ann')
    expect(ticks.of('north').size).toBe(0)
  })

  test('sites are counted apart', () => {
    const ticks = createTickStore(memory())
    ticks.toggle('north', 'ann')
    ticks.toggle('south', 'bob')
    ticks.reset('north')
    expect([...ticks.of('south')]).toEqual(['bob'])
  })

  test('they survive a reload', () => {
    const storage = memory()
    const before = createTickStore(storage)
    before.toggle('north', 'ann')
    before.toggle('north', 'bob')
    before.toggle('north', 'ann')
    expect([...createTickStore(storage).of('north')]).toEqual(['bob'])
  })

  test('a reset can be undone, and keeps what was ticked in between', () => {
    const storage = memory()
    const ticks = createTickStore(storage)
    ticks.toggle('north', 'ann')
    const undo = ticks.reset('north')
    expect(ticks.of('north').size).toBe(0)
    ticks.toggle('north', 'bob')
    undo()
    expect(new Set(ticks.of('north'))).toEqual(new Set(['ann', 'bob']))
    expect(new Set(createTickStore(storage).of('north'))).toEqual(new Set(['ann', 'bob']))
  })

  test('an undone reset brings back nobody who has left meanwhile, also where they have come back', () => {
    const ticks = createTickStore(memory())
    ticks.toggle('north', 'ann')
    ticks.toggle('north', 'bob')
    const undo = ticks.reset('north')
    ticks.keepOnly('north', [{ id: 'ann' }])
    ticks.keepOnly('north', [{ id: 'ann' }, { id: 'bob' }])
    undo()
    expect([...ticks.of('north')]).toEqual(['ann'])
  })

  test('a person who has left loses the tick, and listeners are called only for changes', () => {
    const ticks = createTickStore(memory())
    ticks.toggle('north', 'ann')
    ticks.toggle('north', 'bob')
    let heard = 0
    ticks.store.subscribe(() => (heard += 1))
    ticks.keepOnly(
      'north',
      ['ann', 'bob', 'cy'].map((id) => ({ id })),
    )
    expect(heard).toBe(0)
    ticks.keepOnly('north', [{ id: 'bob' }])
    expect([...ticks.of('north')]).toEqual(['bob'])
    expect(heard).toBe(1)
  })

  test('the set of a site is the same object until it changes, so that cards do not render again', () => {
    const ticks = createTickStore(memory())
    ticks.toggle('north', 'ann')
    const before = ticks.of('north')
    ticks.toggle('south', 'bob')
    expect(ticks.of('north')).toBe(before)
    expect(ticks.of('east')).toBe(ticks.of('west'))
  })

  test('listeners hear each change', () => {
    const ticks = createTickStore(memory())
    let heard = 0
    const stop = ticks.store.subscribe(() => (heard += 1))
    ticks.toggle('north', 'ann')
    ticks.reset('north')
    stop()
    ticks.toggle('north', 'ann')
    expect(heard).toBe(2)
  })

  test.each(['', 'nonsense', '{"north":"ann"}', '[]', '{"north":[1]}'])(
    '%j is no stored set of ticks',
    (text) => {
      expect(createTickStore(memory(text)).of('north').size).toBe(0)
    },
  )

  test('a storage that keeps nothing does not stop the roll call', () => {
    const ticks = createTickStore({ read: () => undefined, write: () => {} })
    ticks.toggle('north', 'ann')
    expect(ticks.of('north').has('ann')).toBe(true)
  })
})
