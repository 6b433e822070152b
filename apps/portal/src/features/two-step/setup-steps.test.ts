import { expect, test } from 'vitest'
import { keyGroups, setupSteps, type SetupStep, stepAfter } from './setup-steps.ts'

test.each([
  [false, true, ['intro', 'qr', 'confirm', 'codes', 'complete']],
  [false, false, ['intro', 'qr', 'confirm', 'codes']],
  [true, false, ['intro', 'qr', 'confirm']],
  [true, true, ['intro', 'qr', 'confirm', 'complete']],
])('codes there %s, before sign-in %s: %j', (hasCodes, isBeforeSignIn, expected) => {
  const steps = setupSteps({ hasCodes, isBeforeSignIn })
  expect(steps).toEqual(expected)
  const walked: SetupStep[] = []
  for (let step: SetupStep | undefined = 'intro'; step; step = stepAfter(steps, step)) walked.push(step)
  expect(walked).toEqual(expected)
})

test('a step that is not on the way has none after it', () => {
  expect(stepAfter(['intro', 'qr', 'confirm'], 'codes')).toBeUndefined()
})

test.each([
  ['JBSWY3DPEHPK3PXP', ['JBSW', 'Y3DP', 'EHPK', '3PXP']],
  ['JBSW Y3DP\nEH', ['JBSW', 'Y3DP', 'EH']],
  ['ABC', ['ABC']],
  ['', []],
])('the groups of the key %j', (key, expected) => {
  expect(keyGroups(key)).toEqual(expected)
})
