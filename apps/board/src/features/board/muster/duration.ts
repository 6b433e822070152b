import type { Muster } from '@gatehouse/validation/endpoints/musters'
import { readMilliseconds } from '@gatehouse/validation/instants'

/** Minutes and seconds as `4:07`; from one hour on with hours, as `1:04:07`. */
export function writeDuration(seconds: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(seconds % 60)}`
}

/** The duration of a muster; for one that started as a drill, since it became real. */
export function durationOf({
  started_at,
  became_real_at,
  ended_at,
}: Pick<Muster, 'started_at' | 'became_real_at' | 'ended_at'>): string {
  const from = became_real_at ?? started_at
  const [start = 0, end = start] = [readMilliseconds(from), readMilliseconds(ended_at ?? from)]
  return writeDuration(Math.max(0, Math.round((end - start) / 1000)))
}
