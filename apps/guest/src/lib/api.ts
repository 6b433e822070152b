import { clientOver } from '@gatehouse/api-client/client-over'
import { fetchTransport } from '@gatehouse/api-client/fetch-transport'
import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import type * as declared from '@gatehouse/validation/endpoints/check-in'

export const api = clientOver(fetchTransport())

/**
 * A declared endpoint without its schemas. The guest app does not check responses, and a phone would download the schemas for nothing.
 * A method or path that differs from the declaration does not compile.
 */
export function withoutSchemas<E extends EndpointDeclaration>(call: Pick<E, 'method' | 'path'>): E {
  return call as E
}

export const getMachineDataEndpoint = withoutSchemas<typeof declared.getMachineDataEndpoint>({
  method: 'GET',
  path: '/checkin/machine-data',
})
export const findUserDataEndpoint = withoutSchemas<typeof declared.findUserDataEndpoint>({
  method: 'POST',
  path: '/checkin/user-data',
})
export const submitCheckInEndpoint = withoutSchemas<typeof declared.submitCheckInEndpoint>({
  method: 'POST',
  path: '/checkin',
})
export const getServerTimeEndpoint = withoutSchemas<typeof declared.getServerTimeEndpoint>({
  method: 'GET',
  path: '/checkin/time',
})
export const checkOutEndpoint = withoutSchemas<typeof declared.checkOutEndpoint>({
  method: 'POST',
  path: '/checkin/checkout',
})
