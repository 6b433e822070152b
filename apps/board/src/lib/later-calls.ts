import { clientOver } from '@gatehouse/api-client/client-over'
import { fetchTransport } from '@gatehouse/api-client/fetch-transport'
import { rememberUnchanged } from '@gatehouse/api-client/remember-unchanged'
import { withServerClock } from '@gatehouse/api-client/server-clock'
import { checkField, withoutSchemas } from '@gatehouse/api-client/without-schemas'
import type * as listing from '@gatehouse/validation/endpoints/listing-reason'
import type * as declared from '@gatehouse/validation/endpoints/musters'
import { tokens } from './api.ts'

const transport = withServerClock(fetchTransport())

/** The calls of the parts that a board fetches later. The schemas of a muster would be in what every board loads first. A session that has ended shows at the board's own calls. */
export const api = clientOver(transport, {
  token: () => tokens.get(),
  checkResponse: checkField,
  unchanged: rememberUnchanged(),
})
/** Without a session. */
export const publicApi = clientOver(transport, { checkResponse: checkField })

export const listMustersEndpoint = withoutSchemas<typeof declared.listMustersEndpoint>(
  { method: 'GET', path: '/musters' },
  'items',
)
export const startMusterEndpoint = withoutSchemas<typeof declared.startMusterEndpoint>(
  { method: 'POST', path: '/musters' },
  'started_at',
)
export const getRunningMusterEndpoint = withoutSchemas<typeof declared.getRunningMusterEndpoint>(
  { method: 'GET', path: '/board/:siteId/muster' },
  'can_start',
)
export const getMusterEndpoint = withoutSchemas<typeof declared.getMusterEndpoint>(
  { method: 'GET', path: '/musters/:id' },
  'version',
)
export const addMusterMarksEndpoint = withoutSchemas<typeof declared.addMusterMarksEndpoint>(
  { method: 'POST', path: '/musters/:id/marks' },
  'version',
)
export const handInMarksEndpoint = withoutSchemas<typeof declared.handInMarksEndpoint>(
  { method: 'POST', path: '/musters/hand-in' },
  'version',
)
export const endMusterEndpoint = withoutSchemas<typeof declared.endMusterEndpoint>(
  { method: 'POST', path: '/musters/:id/end' },
  'ended_at',
)
export const getMusterReportEndpoint = withoutSchemas<typeof declared.getMusterReportEndpoint>(
  { method: 'GET', path: '/musters/:id/report' },
  'people',
)
export const explainListingEndpoint = withoutSchemas<typeof listing.explainListingEndpoint>(
  { method: 'GET', path: '/board/:siteId/why/:personId' },
  'rule',
)

/** The report as a file. @throws where the server does not give it */
export async function fetchReportFile(musterId: string): Promise<Blob> {
  const response = await transport(`/api/musters/${musterId}/report/export`, {
    method: 'GET',
    headers: { authorization: `Bearer ${tokens.get() ?? ''}` },
    body: undefined,
    signal: undefined,
  })
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`)
  return response.blob()
}
