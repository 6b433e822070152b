import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeTyped, useCheckIn } from './check-in-store.ts'
import { emptyDraft, parseDraft } from './form/draft.ts'
import { edit } from './form-actions.ts'
import { notSubmitted } from './submission/submission.ts'

const writes: string[] = []
const stored = () => parseDraft(writes.at(-1))?.details

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('sessionStorage', { setItem: (_: string, text: string) => writes.push(text) })
  writes.length = 0
  useCheckIn.setState({ draft: emptyDraft, submission: notSubmitted, methodKey: 'GATE' })
})
afterEach(() => {
  storeTyped()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const type = (text: string) => {
  for (let end = 1; end <= text.length; end += 1) edit({ details: { firstName: text.slice(0, end) } })
}

test('typing is stored within a second, and not with each letter', () => {
  type('Wilhelmina')
  expect(writes).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(writes).toHaveLength(1)
  expect(stored()).toMatchObject({ firstName: 'Wilhelmina' })
  vi.advanceTimersByTime(10_000)
  expect(writes).toHaveLength(1)
})

test('who types on without a pause loses at most a second', () => {
  for (const letter of 'ABCDEFGHIJ') {
    edit({ details: { firstName: letter } })
    vi.advanceTimersByTime(200)
  }
  expect(writes.length).toBeGreaterThanOrEqual(2)
})

test('a page that ends stores what was typed last, once', () => {
  type('Bo')
  storeTyped()
  storeTyped()
  expect(writes).toHaveLength(1)
  expect(stored()).toMatchObject({ firstName: 'Bo' })
})

test('an edit keeps the other details and answers, and takes back what was said of them', () => {
  useCheckIn.setState({
    draft: { ...emptyDraft, areDetailsConfirmed: true, areDetailsRemembered: true, answers: { a: 'yes' } },
    submission: {
      status: 'failed',
      badCodes: 1,
      attempt: undefined,
      sendsWithoutResponse: 0,
      error: { code: 'invalid_phone', fields: {} },
    },
  })
  edit({ answers: { b: 'no' } })
  expect(useCheckIn.getState()).toMatchObject({
    draft: { areDetailsConfirmed: true, answers: { a: 'yes', b: 'no' } },
    submission: { status: 'not-submitted', badCodes: 1 },
  })
  edit({ details: { lastName: 'Ng' } })
  expect(useCheckIn.getState().draft).toMatchObject({
    details: { firstName: '', lastName: 'Ng' },
    areDetailsConfirmed: false,
    areDetailsRemembered: false,
  })
})
