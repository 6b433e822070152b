import { rateRules } from '@gatehouse/validation/limits'
import { expect, it } from 'vitest'
import { createNodeShares } from './buckets.ts'

const rule = rateRules.checkIn
const { perNode = 0 } = rule
const start = new Date('2026-11-20T08:00:00Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)

it('grants the share of each bucket, and no more until the bucket is full again', () => {
  const shares = createNodeShares()
  for (let taken = 0; taken < perNode; taken += 1) expect(shares.take(rule, 'one', start)).toBe(true)
  expect(shares.take(rule, 'one', start)).toBe(false)
  expect(shares.take(rule, 'two', start)).toBe(true)
  expect(shares.take(rule, 'one', later(24 * 3600))).toBe(true)
})

it('nobody gets a new share because others fill the memory', () => {
  const shares = createNodeShares(3)
  for (let taken = 0; taken < perNode; taken += 1) shares.take(rule, 'one', start)
  const others = Array.from({ length: 10 }, (_, number) => shares.take(rule, `other ${number}`, start))
  expect(others.filter(Boolean)).toHaveLength(2)
  expect(shares.take(rule, 'one', start)).toBe(false)
  // Entries that were last used long ago make room.
  expect(shares.take(rule, 'new', later(24 * 3600))).toBe(true)
})
