import { describe, expect, test } from 'vitest'
import type { CheckInState } from '../check-in-store.ts'
import { emptyDraft } from '../form/draft.ts'
import { announcedSeconds, kioskReturn, timeLeft } from './kiosk-return.ts'
import type { Attempt } from '../submission/attempt.ts'
import { notSubmitted } from '../submission/submission.ts'

const kiosk = {
  methodKey: 'DESK',
  method: { status: 'ready', machine: { kiosk: true } },
  draft: emptyDraft,
  submission: notSubmitted,
  checkIn: undefined,
} as CheckInState
const typed = { ...kiosk, draft: { ...emptyDraft, roleId: 'visitor' } }
const signedIn = { ...kiosk, checkIn: {} } as CheckInState

const dialog = (afterMs: number) => ({ afterMs, announcedBy: 'dialog' as const })
const line = { afterMs: 30_000, announcedBy: 'line' }
const attempt = {} as Attempt

test.each([
  [
    'the start, in whatever language it was left',
    kiosk,
    'welcome',
    { afterMs: 90_000, announcedBy: 'nothing' },
  ],
  ['an empty form', kiosk, 'details', dialog(90_000)],
  ['a form with something in it', typed, 'details', dialog(90_000)],
  ['the search for oneself', kiosk, 'signout', dialog(90_000)],
  ['a stored sign-in', kiosk, 'stored', line],
  ['a confirmation', signedIn, 'complete', line],
  ['a confirmation of a check-out', signedIn, 'checkedout', line],
  ['a check-out', signedIn, 'checkout', dialog(90_000)],
  [
    'an attempt that waits for its response',
    {
      ...typed,
      submission: {
        status: 'waiting',
        badCodes: 0,
        attempt,
        sendsWithoutResponse: 1,
        stranger: undefined,
        retryAfterSeconds: undefined,
      },
    },
    'details',
    dialog(600_000),
  ],
  [
    'an attempt that failed, and was left',
    {
      ...typed,
      submission: {
        status: 'failed',
        badCodes: 0,
        attempt,
        sendsWithoutResponse: 0,
        error: { code: 'internal', fields: {} },
      },
    },
    'details',
    dialog(90_000),
  ],
  [
    'a phone',
    { ...signedIn, method: { status: 'ready', machine: { kiosk: false } } } as CheckInState,
    'complete',
    undefined,
  ],
] as const)('%s', (_, state, step, due) => {
  expect(kioskReturn(state, step)).toEqual(due)
})

describe('announcedSeconds', () => {
  const at = (announcedBy: 'dialog' | 'line' | 'nothing', left: number) =>
    announcedSeconds({ announcedBy, afterMs: 90_000 }, left)

  test('a dialog counts the last 20 seconds', () => {
    expect([20_001, 20_000, 19_999, 1, 0, -5000].map((left) => at('dialog', left))).toEqual([
      undefined,
      20,
      20,
      1,
      0,
      0,
    ])
  })
  test('a line counts all of them', () => {
    expect(at('line', 29_500)).toBe(30)
  })
  test('nothing counts nowhere', () => {
    expect(at('nothing', 500)).toBeUndefined()
  })
})

describe('timeLeft', () => {
  const before = [5_000_000, 7000] as const
  const later = (clockMs: number, timerMs: number) => [5_000_000 + clockMs, 7000 + timerMs] as const
  const hour = 3_600_000

  test.each([
    ['a second passes', 'line', 30_000, later(1000, 1000), 29_000],
    ['the clock is set back', 'line', 30_000, later(-hour, 1000), 29_000],
    ['the clock is set back while the dialog counts', 'dialog', 20_000, later(-hour, 1000), 19_000],
    ['the clock is set ahead, or the tablet has slept', 'line', 30_000, later(hour, 1000), 30_000 - hour],
    ['so it has before the dialog, which comes all the same', 'dialog', 60_000, later(hour, 1000), 20_000],
    ['the dialog has counted', 'dialog', 500, later(1000, 1000), -500],
  ] as const)('%s', (_, announcedBy, left, now, expected) => {
    expect(timeLeft({ announcedBy, afterMs: 90_000 }, left, before, now)).toBe(expected)
  })
})
