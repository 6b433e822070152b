import { InvalidResponseError } from '@gatehouse/api-client/api-error'
import { clientOver } from '@gatehouse/api-client/client-over'
import { fetchTransport } from '@gatehouse/api-client/fetch-transport'
import type { EndpointDeclaration, EndpointResult } from '@gatehouse/validation/endpoint'
import type * as declared from '@gatehouse/validation/endpoints/check-in'
import { isRecord } from './storage.ts'

/** A slow network may take half a minute. Until then the screens say that they are waiting. */
const TIMEOUT_MS = 90_000

/** A field that every response of an endpoint has, by path. */
const fieldOf: Record<string, string> = {}

/** @throws InvalidResponseError for JSON of something else, such as the portal of a network */
function checkResponse({ path }: EndpointDeclaration, data: unknown): unknown {
  const field = fieldOf[path]
  if (field === undefined || (isRecord(data) && field in data)) return data
  throw new InvalidResponseError(`The response of ${path} is not what it declares.`)
}

export const api = clientOver(fetchTransport(TIMEOUT_MS), { checkResponse })

/**
 * A declared endpoint without its schemas, because a phone would download them for nothing. Of each response only one field is checked,
 * so that a response of something else is noticed. A method, path or field that differs from the declaration does not compile.
 */
export function withoutSchemas<E extends EndpointDeclaration>(
  call: Pick<E, 'method' | 'path'>,
  field: string & keyof EndpointResult<E>,
): E {
  fieldOf[call.path] = field
  return call as E
}

export const getMachineDataEndpoint = withoutSchemas<typeof declared.getMachineDataEndpoint>(
  {
    method: 'GET',
    path: '/checkin/machine-data',
  },
  'siteName',
)
export const findUserDataEndpoint = withoutSchemas<typeof declared.findUserDataEndpoint>(
  {
    method: 'POST',
    path: '/checkin/user-data',
  },
  'questions',
)
export const submitCheckInEndpoint = withoutSchemas<typeof declared.submitCheckInEndpoint>(
  {
    method: 'POST',
    path: '/checkin',
  },
  'submissionTime',
)
export const getServerTimeEndpoint = withoutSchemas<typeof declared.getServerTimeEndpoint>(
  {
    method: 'GET',
    path: '/checkin/time',
  },
  'time',
)
export const checkOutEndpoint = withoutSchemas<typeof declared.checkOutEndpoint>(
  {
    method: 'POST',
    path: '/checkin/checkout',
  },
  'time',
)
