import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { Attempt } from './attempt.ts'
import { replyOfError } from './reply.ts'
import { pendingAttempt, notSubmitted, type Submission } from './submission.ts'
import { createSubmitter } from './submitter.ts'
import { ApiError, InvalidResponseError, NoResponseError } from '@gatehouse/api-client/api-error'
import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'

const attempt = { key: 'one', body: { firstName: 'Ada' }, madeAt: 1, isSent: false } as Attempt
const other = { ...attempt, key: 'two', body: { firstName: 'Bo' } } as Attempt
const success = { invalidCode: false, submissionTime: '2026-11-20T03:00:00.000Z' } as CheckInResult
const noResponse = new NoResponseError('away')
const errorOf = (status: number, retryAfter: string | null = null) =>
  new ApiError(status, { statusCode: status, code: 'a_code', message: 'no' }, retryAfter)
const foreignError = (status: number) => new ApiError(status, undefined, null)

beforeEach(() => vi.useFakeTimers({ now: 0 }))
afterEach(() => vi.useRealTimers())

describe('sending', () => {
  it('repeats the same key and bytes until there is a response', async () => {
    const { submitter, sent, results, state } = setUp([noResponse, errorOf(503), errorOf(429), success])
    submitter.submit(attempt)
    await vi.runAllTimersAsync()
    expect(sent).toEqual(
      Array.from({ length: 4 }, () => ({ key: 'one', bytes: JSON.stringify(attempt.body) })),
    )
    expect(results).toEqual([success])
    expect(state().status).toBe('complete')
  })

  it('keeps the attempt before it is sent', () => {
    const { submitter, log } = setUp([success])
    submitter.submit(attempt)
    expect(log).toEqual(['kept one', 'sent one'])
  })

  it('ignores a second press while the attempt is being sent', async () => {
    const { submitter, sent } = setUp([success])
    submitter.submit(attempt)
    submitter.submit(attempt)
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(1)
  })

  it('waits as long as the server asks', async () => {
    const { submitter, sent } = setUp([errorOf(429, '20'), success])
    submitter.submit(attempt)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(sent).toHaveLength(1)
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(2)
  })

  it('sends at once when the network is back, and leaves no second timer behind', async () => {
    const { submitter, sent } = setUp([noResponse, success])
    submitter.submit(attempt)
    await vi.advanceTimersByTimeAsync(1)
    submitter.retryAutomatically()
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(2)
  })

  it('replaces a changed attempt, and ignores the response to the old one', async () => {
    const { submitter, sent, results, signals } = setUp(['never', success])
    submitter.submit(attempt)
    submitter.submit(other)
    await vi.runAllTimersAsync()
    expect(sent.map(({ key }) => key)).toEqual(['one', 'two'])
    expect(signals[0]?.aborted).toBe(true)
    expect(results).toHaveLength(1)
  })

  it('counts a response that takes longer than the next call', async () => {
    const { submitter, sent, results, state } = setUp([later(25_000, success), later(60_000, success)])
    submitter.submit(attempt)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(state().status).toBe('waiting')
    await vi.advanceTimersByTimeAsync(9999)
    expect(sent).toHaveLength(2)
    expect(state().status).toBe('started')
    await vi.advanceTimersByTimeAsync(1)
    expect(state().status).toBe('complete')
    await vi.runAllTimersAsync()
    expect(results).toEqual([success])
    expect(sent).toHaveLength(2)
  })

  it('does not give up the running call for a press on Retry, and aborts the others after the response', async () => {
    const { submitter, sent, signals, state } = setUp([later(9000, success), 'never'])
    submitter.submit(attempt)
    await vi.advanceTimersByTimeAsync(6000)
    submitter.retry()
    expect(sent).toHaveLength(2)
    expect(signals[0]?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(3000)
    expect(state().status).toBe('complete')
    expect(signals[1]?.aborted).toBe(true)
  })

  it('goes on waiting where one of two calls gets no response', async () => {
    const { submitter, state } = setUp([later(9000, noResponse), later(9000, success)])
    submitter.submit(attempt)
    await vi.advanceTimersByTimeAsync(6000)
    submitter.retry()
    await vi.advanceTimersByTimeAsync(3000)
    expect(state()).toMatchObject({ status: 'started', sendsWithoutResponse: 0 })
    await vi.advanceTimersByTimeAsync(6000)
    expect(state().status).toBe('complete')
  })

  it.each([true, false])(
    'knows whether the attempt may have reached the server: online %s',
    async (isOnline) => {
      const { submitter, state } = setUp([noResponse], notSubmitted, isOnline)
      submitter.submit(attempt)
      await vi.advanceTimersByTimeAsync(1)
      expect(pendingAttempt(state())?.isSent).toBe(isOnline)
    },
  )

  it('takes an attempt for sent that is on its way for long, whatever the browser says of the network', async () => {
    const { submitter, state } = setUp([later(20_000, success)], notSubmitted, false)
    submitter.submit(attempt)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(pendingAttempt(state())?.isSent).toBe(true)
  })

  it('stops at an error, and keeps nothing to send again', async () => {
    const { submitter, sent, state } = setUp([errorOf(422)])
    submitter.submit(attempt)
    await vi.runAllTimersAsync()
    submitter.retry()
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(1)
    expect(state().status).toBe('failed')
    expect(pendingAttempt(state())).toBeUndefined()
  })

  it('sends again after a server error only by the Retry button, with the same key', async () => {
    const { submitter, sent, state } = setUp([errorOf(500), success])
    submitter.submit(attempt)
    await vi.runAllTimersAsync()
    expect(state().status).toBe('failed')
    submitter.retryAutomatically()
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(1)
    submitter.retry()
    await vi.runAllTimersAsync()
    expect(sent.map(({ key }) => key)).toEqual(['one', 'one'])
    expect(state().status).toBe('complete')
  })

  it('sends nothing by itself an hour later, and still does at a press', async () => {
    const { submitter, sent } = setUp([success], {
      status: 'waiting',
      badCodes: 0,
      attempt,
      sendsWithoutResponse: 1,
      stranger: undefined,
      retryAfterSeconds: undefined,
    })
    vi.setSystemTime(3_600_002)
    submitter.retryAutomatically()
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(0)
    submitter.retry()
    expect(sent).toHaveLength(1)
  })

  it('sends nothing after it is stopped', async () => {
    const { submitter, sent, results } = setUp([noResponse, success])
    submitter.submit(attempt)
    await vi.advanceTimersByTimeAsync(1)
    submitter.stop()
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(1)
    expect(results).toEqual([])
  })

  it('treats a wrong code as a response without a result', async () => {
    const { submitter, results, state } = setUp([{ ...success, invalidCode: true }])
    submitter.submit(attempt)
    await vi.runAllTimersAsync()
    expect(results).toEqual([])
    expect(state()).toEqual({ status: 'bad-code', badCodes: 1 })
  })
})

describe('what a failed call means', () => {
  test.each([
    [noResponse, 'no-response'],
    ...[302, 401, 403, 404, 407, 429, 500, 502, 511].map(
      (status) => [foreignError(status), 'no-response'] as const,
    ),
    [new InvalidResponseError('<html>'), 'no-response'],
    ...[408, 425, 429, 502, 503, 504].map((status) => [errorOf(status), 'no-response'] as const),
    ...[400, 403, 404, 409, 413, 415, 422].map((status) => [errorOf(status), 'rejected'] as const),
    [errorOf(500), 'server-error'],
    [new TypeError('a fault of ours'), 'server-error'],
  ] as const)('%s: %s', (error, kind) => {
    expect(replyOfError(error, false).kind).toBe(kind)
  })

  it('tells the visitor after too many wrong codes when to try again', () => {
    const body = { statusCode: 429, code: 'too_many_requests', message: 'no' }
    expect(replyOfError(new ApiError(429, body, '120'), true)).toEqual({
      kind: 'rate-limited',
      error: { code: 'too_many_requests', fields: {} },
      retryAfterSeconds: 120,
    })
    expect(replyOfError(errorOf(503), true).kind).toBe('no-response')
  })

  it.each([
    [noResponse, undefined],
    [new InvalidResponseError('<html>'), 'network'],
    [foreignError(403), 'network'],
    [foreignError(502), 'gateway'],
    [foreignError(503), 'gateway'],
    [foreignError(504), 'gateway'],
    [errorOf(503), undefined],
  ])('%s: what has answered: %s', (error, stranger) => {
    expect(replyOfError(error, false)).toMatchObject({ kind: 'no-response', stranger })
  })

  it('hands on the code and the fields of an error', () => {
    const body = {
      statusCode: 422,
      code: 'invalid_phone',
      message: 'no',
      fields: { mobile: 'no' },
      field_codes: { mobile: 'phone_invalid' },
    }
    expect(replyOfError(new ApiError(422, body, null), true)).toEqual({
      kind: 'rejected',
      error: { code: 'invalid_phone', fields: { mobile: 'phone_invalid' } },
    })
  })
})

type Response = CheckInResult | Error | 'never' | { milliseconds: number; response: CheckInResult | Error }

function later(milliseconds: number, response: CheckInResult | Error) {
  return { milliseconds, response }
}

function setUp(responses: Response[], submission: Submission = notSubmitted, isOnline = true) {
  const sent: { key: string; bytes: string }[] = []
  const signals: AbortSignal[] = []
  const results: CheckInResult[] = []
  const log: string[] = []
  const submitter = createSubmitter({
    send: ({ key, body }, signal) => {
      const response = responses[sent.length]
      sent.push({ key, bytes: JSON.stringify(body) })
      signals.push(signal)
      log.push(`sent ${key}`)
      if (response === undefined) throw new Error('sent too often')
      if (response === 'never') {
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        )
      }
      const { milliseconds, response: settled } =
        'milliseconds' in response ? response : { milliseconds: 0, response }
      return new Promise((resolve, reject) => {
        const settle = () => (settled instanceof Error ? reject(settled) : resolve(settled))
        if (milliseconds === 0) settle()
        else setTimeout(settle, milliseconds)
      })
    },
    read: () => submission,
    write: (next) => {
      submission = next
      const kept = pendingAttempt(next)
      if (kept) log.push(`kept ${kept.key}`)
    },
    onResult: (_, result) => results.push(result),
    isOnline: () => isOnline,
    now: () => Date.now(),
    random: () => 0.5,
  })
  return { submitter, sent, signals, results, log, state: () => submission }
}
