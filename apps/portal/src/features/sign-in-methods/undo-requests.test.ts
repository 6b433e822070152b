import { expect, it } from 'vitest'
import { canUndoChange, moveBackRequests } from './undo-requests.ts'

const rows = [
  { id: 'a', site_id: 'hall' },
  { id: 'b', site_id: 'quay' },
  { id: 'c', site_id: 'quay' },
]
const ids = ['a', 'b', 'c']

it('the undo of a move gives each method back its own site', () => {
  expect(moveBackRequests(rows)).toEqual([
    { action: 'move', fields: { site_id: 'hall' }, ids: ['a'] },
    { action: 'move', fields: { site_id: 'quay' }, ids: ['b', 'c'] },
  ])
})

it.each([
  [{ action: 'move', ids }, true],
  [{ action: 'retire', ids }, false],
  [{ action: 'move', matching: {} }, false],
])('%j can be undone: %s', (request, expected) => {
  expect(canUndoChange(request)).toBe(expected)
})
