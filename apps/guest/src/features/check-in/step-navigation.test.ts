import { expect, test } from 'vitest'
import { canonicalPath, stepFromPath } from './step-navigation.ts'

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

test.each([
  ['/GATE/unknown', 'details'],
  ['/', 'details'],
  ['/GATE', 'details'],
  ['/GATE/questions', 'questions'],
  ['/GATE/checkedout', 'checkedout'],
])('%s is the step %s', (path, step) => {
  expect(stepFromPath(path)).toBe(step)
})
