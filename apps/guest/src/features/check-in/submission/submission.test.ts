import { describe, expect, it, test } from 'vitest'
import type { Attempt } from './attempt.ts'
import {
  pendingAttempt,
  isFormClosed,
  isRetriedAutomatically,
  nextSubmission,
  notSubmitted,
  retryDelay,
  type Reply,
  type Submission,
  needsNewDraft,
} from './submission.ts'

const attempt = { key: 'one', body: {}, madeAt: 5, isSent: true } as Attempt
const other = { ...attempt, key: 'two' }
const error = { code: 'answers_failed', fields: {} } as const
const started = {
  status: 'started',
  badCodes: 0,
  attempt,
  sendsWithoutResponse: 0,
  stranger: undefined,
} as const satisfies Submission
const reply = (kind: Reply['kind'], key = 'one') =>
  ({
    type: 'reply',
    key,
    reply: { kind, error, retryAfterSeconds: undefined, stranger: undefined, isSent: false } as Reply,
  }) as const

describe('an attempt that was sent', () => {
  test.each([
    ['accepted', 'complete', false],
    ['bad-code', 'bad-code', false],
    ['no-response', 'waiting', true],
    ['server-error', 'failed', true],
    ['rate-limited', 'failed', true],
    ['rejected', 'failed', false],
  ] as const)('%s: %s, goes on: %s', (kind, status, goesOn) => {
    const next = nextSubmission(started, reply(kind))
    expect(next.status).toBe(status)
    expect(pendingAttempt(next)).toEqual(goesOn ? attempt : undefined)
  })

  it('ignores the reply to another attempt', () => {
    expect(nextSubmission(started, reply('accepted', 'two'))).toBe(started)
  })

  it('is replaced by one with another body, whose sends without a response are counted from zero', () => {
    const silent = { ...started, sendsWithoutResponse: 3 }
    expect(nextSubmission(silent, { type: 'send', attempt: other })).toMatchObject({
      status: 'started',
      attempt: other,
      sendsWithoutResponse: 0,
    })
  })
})

describe('a new server draft', () => {
  const limited = { kind: 'rate-limited', error: { code: 'too_many_requests', fields: {} } } as const
  const after = (submission: Submission, latest: Reply) =>
    nextSubmission(submission, { type: 'reply', key: 'one', reply: latest })
  const later = { kind: 'no-response', retryAfterSeconds: 3, stranger: undefined, isSent: true } as const
  test.each([
    ['after too many attempts', after(started, { ...limited, retryAfterSeconds: 30 }), true],
    ['where the server asks to wait', after(started, later), true],
    ['not each time that it does', after({ ...started, sendsWithoutResponse: 1 }, later), false],
    ['not where there is no network', after(started, { ...later, retryAfterSeconds: undefined }), false],
    ['not after a wrong code', after(started, { kind: 'bad-code' }), false],
    ['not after an error', nextSubmission(started, reply('rejected')), false],
    ['not before', notSubmitted, false],
  ] as const)('is asked for: %s', (_, submission, isWanted) => {
    expect(needsNewDraft(submission)).toBe(isWanted)
  })
})

describe('a state without a call', () => {
  const waiting = nextSubmission(started, reply('no-response'))
  test.each([
    ['not submitted', notSubmitted],
    ['failed', nextSubmission(started, reply('rejected'))],
    ['bad code', nextSubmission(started, reply('bad-code'))],
    ['complete', nextSubmission(started, reply('accepted'))],
  ])('%s: ignores a late reply', (_, submission) => {
    expect(nextSubmission(submission, reply('accepted'))).toBe(submission)
  })

  it('waiting: counts a late response to the same attempt', () => {
    expect(nextSubmission(waiting, reply('accepted')).status).toBe('complete')
    expect(nextSubmission(waiting, reply('accepted', 'two'))).toBe(waiting)
  })

  it('waiting: sends the same attempt, and counts on', () => {
    const again = nextSubmission(waiting, { type: 'send', attempt })
    expect(again).toEqual({ ...started, sendsWithoutResponse: 1 })
    expect(nextSubmission(again, reply('no-response'))).toMatchObject({
      status: 'waiting',
      sendsWithoutResponse: 2,
    })
  })
})

describe('the form', () => {
  const foreign = {
    kind: 'no-response',
    retryAfterSeconds: undefined,
    stranger: 'network',
    isSent: true,
  } as const
  const limited = {
    kind: 'rate-limited',
    error: { code: 'too_many_requests', fields: {} },
    retryAfterSeconds: 30,
  } as const
  const after = (submission: Submission, latest: Reply) =>
    nextSubmission(submission, { type: 'reply', key: 'one', reply: latest })
  const unsent = { ...started, attempt: { ...attempt, isSent: false } }
  test.each([
    ['not submitted', notSubmitted, false],
    ['being sent', started, true],
    ['being sent without a network', unsent, true],
    ['without a response', nextSubmission(started, reply('no-response')), true],
    ['without a response and without a network', nextSubmission(unsent, reply('no-response')), false],
    [
      'refused by an answer, without a response and without a network',
      nextSubmission({ ...unsent, attempt: { ...unsent.attempt, isRefusal: true } }, reply('no-response')),
      true,
    ],
    ['with a response of something else', after(started, foreign), true],
    ['with an error of the server', nextSubmission(started, reply('server-error')), true],
    ['rejected', nextSubmission(started, reply('rejected')), false],
    ['a wrong code', nextSubmission(started, reply('bad-code')), false],
    ['too many codes', after(started, limited), false],
    [
      'too many codes, after a send without a response',
      after({ ...started, sendsWithoutResponse: 1 }, limited),
      true,
    ],
  ] as const)('%s: closed %s', (_, submission, expected) => {
    expect(isFormClosed(submission)).toBe(expected)
  })

  it('knows of something else that answered until the server does', () => {
    const waiting = after(started, foreign)
    expect(waiting).toMatchObject({ status: 'waiting', stranger: 'network' })
    const again = nextSubmission(waiting, { type: 'send', attempt })
    expect(again).toMatchObject({ status: 'started', stranger: 'network' })
    expect(nextSubmission(again, reply('no-response'))).toMatchObject({ stranger: undefined })
  })
})

it('counts wrong codes across attempts, so that the field shakes each time', () => {
  const first = nextSubmission(started, reply('bad-code'))
  const second = nextSubmission(
    nextSubmission(first, { type: 'send', attempt: other }),
    reply('bad-code', 'two'),
  )
  expect([first.badCodes, second.badCodes]).toEqual([1, 2])
})

describe('the delay before the next sending', () => {
  test.each([
    [1, undefined, 1000],
    [2, undefined, 2000],
    [3, undefined, 4000],
    [6, undefined, 30_000],
    [60, undefined, 30_000],
    [1, 0, 1000],
  ])(
    'after %i sends without a response, Retry-After %s: %i ± a tenth',
    (sendsWithoutResponse, retryAfterSeconds, middle) => {
      const delay = (random: number) => retryDelay({ sendsWithoutResponse, retryAfterSeconds }, random)
      expect(delay(0)).toBe(middle * 0.9)
      expect(delay(0.5)).toBe(middle)
      expect(delay(1)).toBe(middle * 1.1)
    },
  )

  it('is never shorter than the server asks', () => {
    for (const random of [0, 0.5, 1]) {
      expect(retryDelay({ sendsWithoutResponse: 1, retryAfterSeconds: 20 }, random)).toBeGreaterThanOrEqual(
        20_000,
      )
    }
  })
})

test.each([
  [0, true],
  [3_600_000, true],
  [3_600_001, false],
  [-60_000, true],
  // The clock was ahead: the visitor may have left hours ago.
  [-60_001, false],
])('%i ms after its creation an attempt is retried automatically: %s', (later, expected) => {
  expect(isRetriedAutomatically(attempt, attempt.madeAt + later)).toBe(expected)
  expect(isRetriedAutomatically({ ...attempt, madeAt: 0 }, later)).toBe(true)
})
