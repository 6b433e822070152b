import { expect, test } from 'vitest'
import { differences } from './edit-row.ts'

test('objects whose keys stand in another order do not differ', () => {
  const before = { settings: { low: 1, high: { warn: 2, stop: 3 } }, name: 'Desk', list: [1, 2] }
  const after = { settings: { high: { stop: 3, warn: 2 }, low: 1 }, name: 'Gate', list: [2, 1] }
  expect(differences(before, after)).toEqual({
    before: { name: 'Desk', list: [1, 2] },
    after: { name: 'Gate', list: [2, 1] },
  })
})

test('what changes without anybody editing it is no difference', () => {
  const before = { name: 'Desk', waiting: 0, last_modified: 'then' }
  const after = { name: 'Gate', waiting: 3, last_modified: 'now' }
  expect(differences(before, after, ['waiting'])).toEqual({
    before: { name: 'Desk' },
    after: { name: 'Gate' },
  })
})
