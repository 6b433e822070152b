import { renewTokenEndpoint } from '@gatehouse/validation/endpoints/sessions'
import { queryOptions } from '@tanstack/react-query'
import { api, tokens } from './api.ts'

/** Extends the session by 30 days, at once and twice a day. For board accounts only. */
export const renewalQuery = queryOptions({
  queryKey: ['renewal'],
  queryFn: async ({ signal }) => {
    const before = tokens.get()
    const { token } = await api.call(renewTokenEndpoint, {}, { signal })
    if (tokens.get() === before) tokens.set(token)
    return null
  },
  refetchInterval: 12 * 60 * 60 * 1000,
  refetchIntervalInBackground: true,
  staleTime: Number.POSITIVE_INFINITY,
})
