import { limits } from '@gatehouse/validation/limits'

/** A query that has failed is asked again as often as the board is, until it is there. */
export const untilLoaded = {
  retry: false,
  networkMode: 'always',
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? limits.boardRefreshSeconds * 1000 : false,
} as const
