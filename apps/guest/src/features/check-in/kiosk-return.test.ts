import { expect, test } from 'vitest'
import type { CheckInState } from './check-in-store.ts'
import { emptyDraft } from './form/draft.ts'
import { kioskIdleTimeout } from './kiosk-return.ts'
import type { Attempt } from './submission/attempt.ts'
import { notSubmitted } from './submission/submission.ts'

const kiosk = {
  methodKey: 'DESK',
  method: { status: 'ready', machine: { kiosk: true } },
  draft: emptyDraft,
  submission: notSubmitted,
  checkIn: undefined,
} as CheckInState
const typed = { ...kiosk, draft: { ...emptyDraft, roleId: 'visitor' } }
const signedIn = { ...kiosk, checkIn: {} } as CheckInState

test.each([
  ['an empty start, in whatever language it was left', kiosk, 'details', 90_000],
  ['a form with something in it', typed, 'details', 90_000],
  ['a confirmation', signedIn, 'complete', 20_000],
  ['a confirmation of a check-out', signedIn, 'checkedout', 20_000],
  ['a check-out', signedIn, 'checkout', 90_000],
  [
    'an attempt that waits for its response',
    {
      ...typed,
      submission: {
        status: 'waiting',
        badCodes: 0,
        attempt: {} as Attempt,
        sendsWithoutResponse: 1,
        isForeign: false,
        retryAfterSeconds: undefined,
      },
    },
    'details',
    600_000,
  ],
  [
    'an attempt that failed, and was left',
    {
      ...typed,
      submission: {
        status: 'failed',
        badCodes: 0,
        attempt: {} as Attempt,
        sendsWithoutResponse: 0,
        error: { code: 'internal', fields: {} },
      },
    },
    'details',
    90_000,
  ],
  [
    'a phone',
    { ...signedIn, method: { status: 'ready', machine: { kiosk: false } } } as CheckInState,
    'complete',
    undefined,
  ],
] as const)('%s', (_, state, step, pause) => {
  expect(kioskIdleTimeout(state, step)).toBe(pause)
})
