import { InvalidResponseError } from '@gatehouse/api-client/api-error'
import { afterEach, expect, it, vi } from 'vitest'
import { checkOutEndpoint, getServerTimeEndpoint } from './check-out-api.ts'
import { api } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

const body = { checkOutToken: 'token', time: '2026-11-20T03:00:00.000Z' }
const respondWith = (data: unknown) => vi.stubGlobal('fetch', async () => Response.json(data))

it('gives the response of the server', async () => {
  respondWith({ time: '2026-11-20T03:00:00.000Z' })
  expect(await api.call(checkOutEndpoint, { body })).toEqual({ time: '2026-11-20T03:00:00.000Z' })
})

it.each([{}, [], null, 'text', { login: 'https://portal.example/' }])(
  '%j is not a response of the server',
  async (data) => {
    respondWith(data)
    await expect(api.call(checkOutEndpoint, { body })).rejects.toBeInstanceOf(InvalidResponseError)
    await expect(api.call(getServerTimeEndpoint, { query: {} })).rejects.toBeInstanceOf(InvalidResponseError)
  },
)
