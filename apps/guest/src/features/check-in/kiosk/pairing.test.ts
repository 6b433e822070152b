import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readKioskToken } from '../kiosk-token.ts'
import { pairTablet, pairingCodeIn } from './pairing.ts'

const kiosk = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'

const kept = new Map<string, string>()
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
}
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => vi.unstubAllGlobals())

const respondWith = (status: number, data: unknown) => {
  const answer = vi.fn(async (_url: unknown, _init: RequestInit) => Response.json(data, { status }))
  vi.stubGlobal('fetch', answer)
  return answer
}
const error = (statusCode: number, code: string) => ({ statusCode, code, error: code, message: code })

it.each([
  ['#pair=ABCD2345', 'ABCD2345'],
  ['#x=1&pair=ABCD2345', 'ABCD2345'],
  ['', undefined],
  ['#pairs=1', undefined],
])('the code of %j is %j', (hash, code) => expect(pairingCodeIn(hash)).toBe(code))

it('exchanges the code for a token, and keeps it for this kiosk alone', async () => {
  const answer = respondWith(200, { kioskToken: 'secret' })
  expect(readKioskToken(kiosk)).toBeUndefined()
  expect(await pairTablet(kiosk, 'ABCD2345')).toBe('paired')
  const body = answer.mock.calls[0]?.[1].body
  expect(body).toBe(JSON.stringify({ machineId: kiosk, code: 'ABCD2345' }))
  expect(readKioskToken(kiosk)).toBe('secret')
  expect(readKioskToken(other)).toBeUndefined()
})

it.each([
  [404, 'not_found', 'invalid'],
  [400, 'bad_request', 'invalid'],
  [429, 'too_many_requests', 'failed'],
  [503, 'unavailable', 'failed'],
])('a response %i ends as %s says, and stays unpaired', async (status, code, ended) => {
  respondWith(status, error(status, code))
  expect(await pairTablet(kiosk, 'ABCD2345')).toBe(ended)
  expect(readKioskToken(kiosk)).toBeUndefined()
})

it('is no failure of a tablet that was paired before', async () => {
  respondWith(200, { kioskToken: 'first' })
  await pairTablet(kiosk, 'ABCD2345')
  respondWith(404, error(404, 'not_found'))
  expect(await pairTablet(kiosk, 'ABCD2345')).toBe('invalid')
  expect(readKioskToken(kiosk)).toBe('first')
})

it('says so where the browser keeps nothing', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  respondWith(200, { kioskToken: 'secret' })
  expect(await pairTablet(kiosk, 'ABCD2345')).toBe('failed')
})

it('says so without a network', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline')
  })
  expect(await pairTablet(kiosk, 'ABCD2345')).toBe('failed')
})
