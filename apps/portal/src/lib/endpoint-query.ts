import type { ApiClient } from '@gatehouse/api-client/client-over'
import type { EndpointDeclaration, EndpointRequest } from '@gatehouse/validation/endpoint'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** The query of an endpoint. Its key starts with the path, by which changes invalidate it. */
export const endpointQuery = <E extends EndpointDeclaration>(
  endpoint: E,
  request: EndpointRequest<E>,
  { by = api, client }: { by?: ApiClient; client?: string | undefined } = {},
) =>
  queryOptions({
    queryKey: [endpoint.path, request, client] as QueryKey,
    queryFn: ({ signal }) => by.call(endpoint, request, { signal, client }),
  })
