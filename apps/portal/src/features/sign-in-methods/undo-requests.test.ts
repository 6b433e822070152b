import { expect, it } from 'vitest'
import { canUndoChange, undoRequestsOf } from './undo-requests.ts'

const rows = [
  { id: 'a', enabled: true, site_id: 'hall' },
  { id: 'b', enabled: false, site_id: 'quay' },
  { id: 'c', enabled: true, site_id: 'quay' },
]
const ids = ['a', 'b', 'c']

it.each([
  ['disable', [{ action: 'enable', ids: ['a', 'c'] }]],
  ['enable', [{ action: 'disable', ids: ['b'] }]],
  [
    'move',
    [
      { action: 'move', fields: { site_id: 'hall' }, ids: ['a'] },
      { action: 'move', fields: { site_id: 'quay' }, ids: ['b', 'c'] },
    ],
  ],
])('the undo of %s gives each method back what it had', (action, expected) => {
  expect(undoRequestsOf({ action, ids }, rows)).toEqual(expected)
})

it.each([
  [{ action: 'disable', ids }, true],
  [{ action: 'move', ids }, true],
  [{ action: 'retire', ids }, false],
  [{ action: 'disable', matching: {} }, false],
])('%j can be undone: %s', (request, expected) => {
  expect(canUndoChange(request)).toBe(expected)
})
