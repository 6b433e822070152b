import { limits } from '@gatehouse/validation/limits'

/** Retries a failed query at the board's interval until it succeeds. */
export const untilLoaded = {
  retry: false,
  networkMode: 'always',
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? limits.boardRefreshSeconds * 1000 : false,
} as const
