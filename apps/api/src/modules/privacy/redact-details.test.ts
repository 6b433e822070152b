import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/runs.ts'
import { redactDetails } from './redact-details.ts'

describe('details of an audit entry', () => {
  it.each<[details: Record<string, unknown>, left: Record<string, unknown>]>([
    [{ reason: 'wrong_password' }, { reason: 'wrong_password' }],
    [{ types: ['totp', 'recovery-codes'] }, { types: ['totp', 'recovery-codes'] }],
    [{ fields: ['first_name', 'phone'] }, { fields: ['first_name', 'phone'] }],
    [
      { sessions: 3, devices: 0, authenticated: true },
      { sessions: 3, devices: 0, authenticated: true },
    ],
    [{ contact_rows: 12 }, { contact_rows: 12 }],
    [{ first_name: 'ana', name: 'ana' }, {}],
    [{ reason: 'Ana Silva shouted' }, {}],
    [{ reason: '0491570156' }, {}],
    [{ before: { first_name: 'Ana' }, after: null }, { after: null }],
    [{ temperature: 39.4, sessions: 36.6, mobile: 491570156 }, {}],
    [{ program: 'Chrome on Android' }, {}],
    [{ 'Ana Silva': true }, {}],
    [{ types: ['totp', 'Ana Silva'] }, {}],
  ])('%j keep %j', (details, left) => {
    expect(redactDetails(details)).toEqual(left)
  })
  it('keep no text with a capital, a digit or a blank at any depth', () => {
    const personal = fc.stringMatching(/^[a-z]{0,4}[A-Z0-9 +@][a-z]{0,4}$/)
    const value = fc.letrec((again) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        personal,
        fc.array(again('value'), { minLength: 1 }),
        fc.dictionary(personal, again('value'), { minKeys: 1 }),
      ),
    })).value
    const keys = fc.constantFrom('reason', 'type', 'types', 'fields', 'name', 'before', 'sessions')
    fc.assert(
      fc.property(fc.dictionary(keys, value), (details) => {
        expect(redactDetails(details)).toEqual({})
      }),
      { numRuns: runs(100) },
    )
  })
})
