import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Only a missing response or a server fault is worth another try: any other error would come again. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && !(error instanceof ApiError && error.status < 500)
}

/** The query client of the staff apps. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 5_000 },
    // A change fails at once without a network. It must not wait and be sent later, unseen.
    mutations: { networkMode: 'always' },
  },
})
