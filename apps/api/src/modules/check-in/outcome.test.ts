import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideOutcome } from './outcome.ts'

const limits = { low: 35, high: 37.5 }
const fine = { banned: false, temperature: null, limits, answersFailed: false }

describe('decideOutcome', () => {
  it.each([
    ['nothing against it', fine, undefined],
    ['a temperature between the limits', { ...fine, temperature: 36.6 }, undefined],
    ['exactly the low limit', { ...fine, temperature: 35 }, undefined],
    ['exactly the high limit', { ...fine, temperature: 37.5 }, undefined],
    ['a tenth below', { ...fine, temperature: 34.9 }, 'low'],
    ['a tenth above', { ...fine, temperature: 37.6 }, 'high'],
    ['a failing answer', { ...fine, answersFailed: true }, 'failed_answer'],
    ['a fever and a failing answer', { ...fine, temperature: 39, answersFailed: true }, 'high'],
    ['a ban and a fever', { ...fine, banned: true, temperature: 39 }, 'banned'],
  ])('%s', (_, facts, reason) => {
    expect(decideOutcome(facts)).toEqual(reason ? { admitted: false, reason } : { admitted: true })
  })

  it('never admits somebody who is banned', () => {
    fc.assert(
      fc.property(fc.option(fc.double()), fc.boolean(), (temperature, answersFailed) => {
        expect(decideOutcome({ ...fine, banned: true, temperature, answersFailed })).toMatchObject({
          reason: 'banned',
        })
      }),
    )
  })
})
