import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Only a missing response or a server error is retried: any other error would come again. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && !(error instanceof ApiError && error.status < 500)
}

/** For data that a page fetches once and can't do without: retries until the server responds. */
export const untilAnswered = (_: number, error: Error): boolean => isWorthRetrying(0, error)

/** The longest wait that a page accepts: a proxy may send hours or days. */
const LONGEST_WAIT_MS = 30_000

/** How long until another try: a server that is busy says when. */
export function retryDelayMs(failures: number, error: Error): number {
  const seconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0
  return Math.min(LONGEST_WAIT_MS, Math.max(1000 * 2 ** failures, 1000 * seconds))
}

/** The query client of the staff apps. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, retryDelay: retryDelayMs, staleTime: 5_000 },
    // Without a network, a change fails at once: it must not be queued and sent later unseen.
    mutations: { networkMode: 'always' },
  },
})
