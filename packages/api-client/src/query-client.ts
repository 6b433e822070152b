import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Only a missing response or a server fault is worth another try: any other error would come again. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && !(error instanceof ApiError && error.status < 500)
}

/** For what a page asks once and cannot be without: until the server has answered. */
export const untilAnswered = (_: number, error: Error): boolean => isWorthRetrying(0, error)

/** What a page waits for at most: a proxy may name hours, and a page that asks for days is not to wait for days. */
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
    // A change fails at once without a network. It must not wait and be sent later, unseen.
    mutations: { networkMode: 'always' },
  },
})
