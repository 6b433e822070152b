import { expect, test } from 'vitest'
import { canonicalPath } from './canonical-path.ts'

test.each([
  ['/', '/'],
  ['/GATE', '/GATE'],
  ['/GATE/', '/GATE'],
  ['/gate', '/GATE'],
  ['/gAtE/questions//', '/GATE/questions'],
  ['/GATE/checkedout', '/GATE/checkedout'],
])('%s → %s', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical)
  expect(canonicalPath(canonical)).toBe(canonical)
})
