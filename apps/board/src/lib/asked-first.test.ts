import { DEFAULT_TIMEOUT_MS } from '@gatehouse/api-client/client-over'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withAskedFirst } from './asked-first.ts'

const url = '/api/board/1'
const request = {
  method: 'GET',
  headers: { authorization: 'Bearer mine' },
  body: undefined,
  signal: undefined,
}
const own = new Response('own')

const early = async () => new Response('early')
const ask = (call: Promise<Response>, { token = 'mine', now = 100 } = {}) =>
  withAskedFirst(
    async () => own,
    { token, calls: { [url]: call } },
    () => now,
  )

test('what the page has asked for is taken over once', async () => {
  const call = ask(early())
  expect(await (await call(url, request)).text()).toBe('early')
  expect(await call(url, request)).toBe(own)
  expect(await call('/api/board/2', request)).toBe(own)
})

test.each([
  ['it was refused', async () => new Response(null, { status: 404 }), {}],
  ['it leads elsewhere', async () => Response.error(), {}],
  ['it did not arrive', () => Promise.reject(new TypeError('Failed to fetch')), {}],
  ['another session asks', early, { token: 'of before' }],
  ['it is old', early, { now: 5000 }],
] satisfies [string, () => Promise<Response>, object][])(
  'it is asked for anew where %s',
  async (_, call, options) => {
    expect(await ask(call(), options)(url, request)).toBe(own)
  },
)

test.each([
  ['it is not answered', new Promise<Response>(() => {})],
  ['its body stops in the middle', Promise.resolve(new Response(new ReadableStream()))],
])('it is asked for anew where %s', async (_, call) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answered = ask(call)(url, request)
  await vi.advanceTimersByTimeAsync(DEFAULT_TIMEOUT_MS)
  expect(await answered).toBe(own)
})

test('a page that has asked for nothing asks by itself', async () => {
  expect(await withAskedFirst(async () => own, undefined)(url, request)).toBe(own)
})
