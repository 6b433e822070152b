import { describe, expect, it, test } from 'vitest'
import { emptyDraft } from '../form/draft.ts'
import type { CheckInForm } from '../form/check-in-form.ts'
import { getOrCreateAttempt, createBody, loadAttempt, saveAttempt } from './attempt.ts'
import { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import * as v from 'valibot'

const form: CheckInForm = {
  roles: [{ id: 'visitor', name: 'Visitor' }],
  questions: [{ id: 'host', questionText: 'Who are you visiting?', type: 'free text' }],
}
const draft = {
  ...emptyDraft,
  details: { firstName: ' Zoe\u0308  Ann', lastName: 'King ', mobile: ' (04) 12 345 678 ', dependents: 2 },
  answers: { host: 'Bo' },
  code: '012345',
}
const machineId = '019a9f0e-0000-7000-8000-000000000001'
const parts = { machineId, useTemperature: true, form, draft }

describe('the body', () => {
  it('is what the server wants', () => {
    const body = createBody(parts)
    expect(body).toEqual({
      firstName: 'Zoë Ann',
      lastName: 'King',
      mobile: '(04) 12 345 678',
      dependents: 2,
      machineId,
      questions: { host: { question_text: 'Who are you visiting?', answer: 'Bo' } },
      role: 'visitor',
      verificationCode: '012345',
    })
    expect(v.parse(CheckInSubmission, body)).toEqual(body)
  })

  it('leaves out the code and the role where there is none', () => {
    const body = createBody({ ...parts, useTemperature: false, form: { roles: [], questions: [] } })
    expect(Object.keys(body)).toEqual([
      'firstName',
      'lastName',
      'mobile',
      'dependents',
      'machineId',
      'questions',
    ])
    expect(v.is(CheckInSubmission, body)).toBe(true)
  })

  it('leaves out a code that is not typed yet: an answer may refuse the visitor before', () => {
    const body = createBody({ ...parts, draft: { ...draft, code: '' } })
    expect(body).not.toHaveProperty('verificationCode')
    expect(v.is(CheckInSubmission, body)).toBe(true)
  })
})

test('the confirmation of a mobile is sent with that mobile only', () => {
  const confirmed = { ...draft, confirmedMobile: draft.details.mobile }
  expect(createBody({ ...parts, draft: confirmed })).toMatchObject({ mobileConfirmed: true })
  const changed = { ...confirmed, details: { ...draft.details, mobile: '0412 345 679' } }
  expect(createBody({ ...parts, draft: changed })).not.toHaveProperty('mobileConfirmed')
})

describe('an attempt', () => {
  const body = createBody(parts)
  const first = getOrCreateAttempt(body, [], () => 'one', 5)

  it('is continued for an equal body and new for a changed one', () => {
    expect(first).toEqual({ key: 'one', body, madeAt: 5, isSent: false })
    expect(getOrCreateAttempt(createBody(parts), [first], () => 'two', 6)).toBe(first)
    expect(getOrCreateAttempt({ ...body, dependents: 3 }, [first], () => 'two', 6).key).toBe('two')
  })

  it('comes back from the storage with the same bytes', () => {
    const storage = memory()
    saveAttempt(storage, 'GATE', first)
    const found = loadAttempt(storage, 'GATE', 6)
    expect(JSON.stringify(found?.body)).toBe(JSON.stringify(body))
    expect(found?.key).toBe('one')
    expect(loadAttempt(storage, 'DESK', 6)).toBeUndefined()
  })

  it('of one window takes the place of no other window’s', () => {
    const storage = memory()
    const other = { ...first, key: 'two', madeAt: 7 }
    saveAttempt(storage, 'GATE', first)
    saveAttempt(storage, 'GATE', other)
    saveAttempt(storage, 'GATE', { ...other, isSent: true }, other)
    expect(loadAttempt(storage, 'GATE', 8)).toEqual(first)
    saveAttempt(storage, 'GATE', undefined, first)
    expect(loadAttempt(storage, 'GATE', 8)).toEqual({ ...other, isSent: true })
    saveAttempt(storage, 'GATE', undefined, other)
    expect(storage.entries.size).toBe(0)
  })

  const hours = (count: number) => count * 3_600_000
  test.each([
    ['by a clock that goes on', hours(13), false],
    ['a millisecond longer', hours(13) + 1, true],
    ['by a clock that was set back a minute', -60_000, false],
    ['by a clock that was set back by more', -60_001, true],
    ['by a clock that was set days ahead', hours(72), true],
    ['by a clock that was set years back', -hours(100_000), true],
  ])('is kept, %s: in doubt %s', (_, later, isDoubtful) => {
    const storage = memory()
    saveAttempt(storage, 'GATE', first)
    // However often the page is opened.
    for (let load = 0; load < 3; load += 1)
      expect(loadAttempt(storage, 'GATE', first.madeAt + later)).toEqual(
        isDoubtful ? { ...first, madeAt: 0 } : first,
      )
  })

  test.each([
    '',
    '{',
    'null',
    '{"key":"one"}',
    JSON.stringify({ ...first, body: { ...body, questions: [1] } }),
  ])('%s is not an attempt', (text) => {
    const storage = memory()
    storage.write('gatehouse.attempt.GATE', text)
    expect(loadAttempt(storage, 'GATE', 6)).toBeUndefined()
  })
})

function memory() {
  const entries = new Map<string, string>()
  return {
    entries,
    read: (name: string) => entries.get(name),
    write: (name: string, text: string | undefined) =>
      void (text === undefined ? entries.delete(name) : entries.set(name, text)),
  }
}
