import { describe, expect, it, test } from 'vitest'
import {
  createDraft,
  draftFromBody,
  emptyDraft,
  isTypedAnew,
  loadDraft,
  parseDraft,
  saveDraft,
  mergeTypedDetails,
  type Draft,
} from './draft.ts'

const draft: Draft = {
  details: { firstName: ' Zoë ', lastName: "O'Brien", mobile: '(04) 12 345', dependents: 10 },
  areDetailsConfirmed: true,
  areDetailsRemembered: false,
  confirmedMobile: '(04) 12 345',
  roleId: 'role',
  answers: { a: 'yes', b: ['one', 'two'], c: '' },
  code: '01234',
  refusedAt: '2026-11-20T04:30:00.000Z',
  isStartedAgain: true,
}

function memory() {
  const entries = new Map<string, string>()
  const session = {
    read: (name: string) => entries.get(name),
    write: (name: string, text: string | undefined) =>
      void (text === undefined ? entries.delete(name) : entries.set(name, text)),
  }
  return { session, entries }
}

it('comes back from the session as it was typed', () => {
  const { session, entries } = memory()
  saveDraft(session, 'GATE', draft)
  expect(loadDraft(session, 'GATE')).toEqual(draft)
  expect(loadDraft(session, 'DESK')).toBeUndefined()
  saveDraft(session, 'GATE', undefined)
  expect(entries.size).toBe(0)
})

test.each([undefined, '', 'null', '[]', '7', '{'])('%j is no draft', (text) => {
  expect(parseDraft(text)).toBeUndefined()
})

it('drops only invalid parts', () => {
  const broken = {
    ...draft,
    details: { firstName: 'Ada', dependents: '3' },
    answers: { a: 7, b: [1, 'x'] },
    code: null,
  }
  expect(parseDraft(JSON.stringify(broken))).toEqual({
    ...draft,
    details: { firstName: 'Ada', lastName: '', mobile: '', dependents: 0 },
    answers: { b: ['x'] },
    code: '',
  })
  expect(parseDraft('{}')).toEqual(emptyDraft)
})

it('starts with the details of the last sign-in on this phone', () => {
  const stored = { firstName: 'Ada', lastName: 'King', mobile: '0412' }
  expect(createDraft(stored)).toMatchObject({
    details: { firstName: 'Ada', lastName: 'King', mobile: '0412', dependents: 0 },
    areDetailsRemembered: true,
    areDetailsConfirmed: false,
  })
  expect(createDraft(undefined)).toBe(emptyDraft)
})

it('can be restored from the submission', () => {
  const body = {
    firstName: 'Ada',
    lastName: 'King',
    mobile: '0412',
    machineId: 'm',
    dependents: 2,
    questions: { q: { question_text: 'Why?', answer: ['a'] } },
    role: 'r',
    verificationCode: '012345',
  }
  expect(draftFromBody(body)).toMatchObject({
    details: { firstName: 'Ada', lastName: 'King', mobile: '0412', dependents: 2 },
    areDetailsConfirmed: true,
    roleId: 'r',
    answers: { q: ['a'] },
    code: '012345',
  })
})

describe('what was typed before hydration', () => {
  const nothing = emptyDraft.details
  const remembered = createDraft({ firstName: 'Ada', lastName: 'King', mobile: '0412' })

  it('becomes a draft where there is none', () => {
    const typed = { firstName: ' Zo', lastName: '', mobile: '', dependents: 2 }
    expect(mergeTypedDetails(emptyDraft, typed)).toEqual({ ...emptyDraft, details: typed })
  })

  it('is empty: the draft stays as it is', () => {
    for (const kept of [emptyDraft, draft, remembered]) expect(mergeTypedDetails(kept, nothing)).toBe(kept)
  })

  it('replaces the draft field by field, and the details must be confirmed again', () => {
    const { details, areDetailsConfirmed, answers } = mergeTypedDetails(draft, { ...nothing, mobile: '0499' })
    expect(details).toEqual({ ...draft.details, mobile: '0499' })
    expect(areDetailsConfirmed).toBe(false)
    expect(answers).toBe(draft.answers)
  })

  it('is the draft itself, brought back by the browser: nothing changes', () => {
    expect(mergeTypedDetails(draft, draft.details)).toBe(draft)
  })

  it('is never mixed with the details of an earlier visitor', () => {
    const { details, areDetailsRemembered } = mergeTypedDetails(remembered, { ...nothing, firstName: 'Bo' })
    expect(details).toEqual({ ...nothing, firstName: 'Bo' })
    expect(areDetailsRemembered).toBe(false)
    expect(mergeTypedDetails(remembered, { ...nothing, dependents: 3 }).details).toEqual({
      ...nothing,
      dependents: 3,
    })
  })
})

test('typed anew is what is neither empty nor what was sent, as it is sent', () => {
  const sent = { firstName: 'Zoë', lastName: 'Lee', mobile: '0491', dependents: 1 }
  const isAnew = (part: Partial<typeof sent>) => isTypedAnew({ ...sent, ...part }, sent)
  expect(isTypedAnew(emptyDraft.details, sent)).toBe(false)
  expect(isAnew({})).toBe(false)
  expect(isAnew({ firstName: ' Zoë ', mobile: '0491 ' })).toBe(false)
  expect(isAnew({ dependents: 2 })).toBe(true)
  expect(isTypedAnew({ ...emptyDraft.details, firstName: 'Bo' }, sent)).toBe(true)
})
