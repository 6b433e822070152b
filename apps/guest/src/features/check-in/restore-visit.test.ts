import { expect, it } from 'vitest'
import { emptyDraft } from './form/draft.ts'
import { restoreVisit } from './restore-visit.ts'
import type { StoredCheckIn } from './stored-check-ins.ts'
import type { Attempt } from './submission/attempt.ts'

const checkIn = { firstName: 'Ada', lastName: 'King', mobile: '0412', storedAt: 5 } as StoredCheckIn
const checkOut = { ...checkIn, checkedOut: true }
const attempt = {
  key: 'one',
  madeAt: 0,
  isSent: true,
  body: { firstName: 'Bo', lastName: 'Lee', mobile: '0413', dependents: 0, machineId: 'm', questions: {} },
} satisfies Attempt
const draft = { ...emptyDraft, details: { ...emptyDraft.details, firstName: 'Cy' } }
const nothing = { methodKey: 'GATE', checkIns: {}, checkOut: undefined, attempt: undefined, draft: undefined }

it('begins with an empty form', () => {
  expect(restoreVisit(nothing)).toEqual({
    draft: emptyDraft,
    submission: { status: 'not-submitted', badCodes: 0 },
    checkIn: undefined,
    asideCheckIn: undefined,
  })
})

it('restores what was typed', () => {
  expect(restoreVisit({ ...nothing, draft }).draft).toBe(draft)
})

it('shows the sign-in when its page is opened again', () => {
  expect(restoreVisit({ ...nothing, checkIns: { GATE: checkIn } }).checkIn).toBe(checkIn)
})

it('fills in the details at another method', () => {
  const visit = restoreVisit({ ...nothing, checkIns: { DESK: checkIn } })
  expect(visit.checkIn).toBeUndefined()
  expect(visit.draft).toMatchObject({
    details: { firstName: 'Ada', lastName: 'King', mobile: '0412' },
    areDetailsRemembered: true,
  })
})

it('leaves the sign-in aside once somebody else signs in', () => {
  const again = { ...draft, isStartedAgain: true }
  const visit = restoreVisit({ ...nothing, checkIns: { GATE: checkIn }, draft: again })
  expect(visit).toMatchObject({ checkIn: undefined, asideCheckIn: checkIn, draft: again })
})

it('puts no sign-in aside that was refused', () => {
  const refused = { ...checkIn, banned: true }
  const again = { ...draft, isStartedAgain: true }
  const visit = restoreVisit({ ...nothing, checkIns: { GATE: refused }, draft: again })
  expect(visit.asideCheckIn).toBeUndefined()
})

it('keeps the confirmation of a check-out', () => {
  expect(restoreVisit({ ...nothing, checkOut }).checkIn).toBe(checkOut)
})

it('restores an attempt without a response before anything else, in every window', () => {
  const visit = restoreVisit({ ...nothing, checkIns: { GATE: checkIn }, attempt })
  expect(visit.checkIn).toBeUndefined()
  expect(visit.submission).toMatchObject({ status: 'waiting', attempt })
  expect(visit.draft).toMatchObject({ details: { firstName: 'Bo' }, areDetailsConfirmed: true })
})

it('shows what was sent as it was sent, and what was not sent as it was typed', () => {
  const { draft: shown } = restoreVisit({ ...nothing, attempt, draft })
  expect(shown.details.firstName).toBe('Bo')
  const unsent = { ...attempt, isSent: false }
  expect(restoreVisit({ ...nothing, attempt: unsent, draft }).draft).toBe(draft)
})
