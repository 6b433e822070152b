import { queryClient } from '@gatehouse/api-client/query-client'
import {
  findPeopleEndpoint,
  getPersonDataEndpoint,
  listErasuresEndpoint,
} from '@gatehouse/validation/endpoints/people'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const peopleKey = ['people']

export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: [...peopleKey, 'found', search],
    queryFn: ({ signal }) => api.call(findPeopleEndpoint, { query: { search } }, { signal }),
    gcTime: 0,
  })

export const personQuery = (key: string) =>
  queryOptions({
    queryKey: [...peopleKey, 'held', key],
    queryFn: ({ signal }) => api.call(getPersonDataEndpoint, { params: { key } }, { signal }),
    gcTime: 0,
  })

export const receiptsQuery = queryOptions({
  queryKey: [...peopleKey, 'receipts'],
  queryFn: ({ signal }) => api.call(listErasuresEndpoint, {}, { signal }),
})

/** Looks again: somebody may have come since. */
export const renewFound = () => queryClient.invalidateQueries({ queryKey: [...peopleKey, 'found'] })

/** After an erasure. What was read of the person is not kept: see `gcTime`. */
export const renewReceipts = () => queryClient.invalidateQueries(receiptsQuery)
