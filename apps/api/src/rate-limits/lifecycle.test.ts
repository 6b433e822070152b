import { rateRules } from '@gatehouse/validation/limits'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '../lib/durations.ts'
import { lifecycle } from './lifecycle.ts'

it.each(Object.entries(rateRules))('a spent bucket of %s is kept until it is full again', (_, rule) => {
  const refillMs = (rule.burst / rule.amount) * rule.minutes * MINUTE_MS
  expect(lifecycle.expires[0]?.keptMs).toBeGreaterThan(refillMs)
})
