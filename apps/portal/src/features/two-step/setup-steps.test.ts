import { expect, test } from 'vitest'
import { setupSteps, type SetupStep, stepAfter } from './setup-steps.ts'

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
