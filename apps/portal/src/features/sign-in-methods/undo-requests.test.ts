import { expect, it } from 'vitest'
import { moveBackRequests } from './undo-requests.ts'

it('the undo of a move gives each method back its own site, as the move has left it', () => {
  expect(
    moveBackRequests({
      a: { last_modified: 'one', site_id: 'hall' },
      b: { last_modified: 'two', site_id: 'quay' },
      c: { last_modified: 'three', site_id: 'quay' },
      // Of all that match it is not known whence they came.
      d: { last_modified: 'four' },
    }),
  ).toEqual([
    { action: 'move', fields: { site_id: 'hall' }, ids: ['a'], versions: { a: 'one' } },
    { action: 'move', fields: { site_id: 'quay' }, ids: ['b', 'c'], versions: { b: 'two', c: 'three' } },
  ])
})
