import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { readMilliseconds } from '@gatehouse/validation/instants'

/** Minutes and seconds, as `4:07`. */
export function writeDuration(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** How long a muster took. */
export function durationOf({ started_at, ended_at }: Pick<Muster, 'started_at' | 'ended_at'>): string {
  const [start = 0, end = start] = [readMilliseconds(started_at), readMilliseconds(ended_at ?? started_at)]
  return writeDuration(Math.max(0, Math.round((end - start) / 1000)))
}
