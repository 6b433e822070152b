import { queryClient } from '@gatehouse/api-client/query-client'
import {
  findPeopleEndpoint,
  getPersonDataEndpoint,
  listErasuresEndpoint,
} from '@gatehouse/validation/endpoints/people'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { queryOptions } from '@tanstack/react-query'

export const peopleQuery = (search: string) =>
  queryOptions({ ...endpointQuery(findPeopleEndpoint, { query: { search } }), gcTime: 0 })

export const personQuery = (key: string) =>
  queryOptions({ ...endpointQuery(getPersonDataEndpoint, { params: { key } }), gcTime: 0 })

export const receiptsQuery = endpointQuery(listErasuresEndpoint, {})

/** Searches again: the person may have come since. */
export const renewFound = () => queryClient.invalidateQueries({ queryKey: [findPeopleEndpoint.path] })

/** After an erasure. The person's data is not cached: see `gcTime`. */
export const renewReceipts = () => queryClient.invalidateQueries(receiptsQuery)
