import { fetchTransport } from '@gatehouse/api-client/fetch-transport'
import { withServerClock } from '@gatehouse/api-client/server-clock'
import { createStaffApi } from '@gatehouse/api-client/staff-api'
import { withAskedFirst } from './asked-first.ts'

/** Uses plain `fetch`, which saves cheap tablets a library of 7 kB. */
export const { api, guardApi, publicApi, tokens, onSessionEnd } = createStaffApi(
  withAskedFirst(withServerClock(fetchTransport())),
)
