import { expect, it } from 'vitest'
import { editWindow } from './edit-window.ts'

it.each([
  ['new', { canAdd: true, canEdit: false }, 'new'],
  ['new', { canAdd: false, canEdit: true }, undefined],
  ['a1', { canAdd: true, canEdit: false }, undefined],
  ['a1', { canAdd: false, canEdit: true }, 'a1'],
  [undefined, { canAdd: true, canEdit: true }, undefined],
] as const)('the address with %s and %j opens %s', (edit, rights, expected) => {
  expect(editWindow(edit, rights)).toBe(expected)
})
