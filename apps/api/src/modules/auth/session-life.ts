import { serverLimits } from '@gatehouse/validation/limits'
import type { Rights } from '../../context.ts'
import { isBoardOnly } from '../../plugins/access.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'

interface Life {
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  isRevoked: boolean
}

/** How long a session may be idle. Boards run for weeks without anybody touching them. */
function idleMinutes(rights: Rights): number {
  if (rights.admin || rights.siteAdmin) return serverLimits.idleMinutes.admin
  return isBoardOnly(rights) ? serverLimits.boardSessionDays * 24 * 60 : serverLimits.idleMinutes.staff
}

function absoluteLife(rights: Rights): number {
  return isBoardOnly(rights) ? serverLimits.boardSessionDays * DAY_MS : serverLimits.sessionHours * HOUR_MS
}

/** When a session that begins with these rights ends at the latest. */
export function absoluteEnd(rights: Rights, createdAt: Date): Date {
  return new Date(createdAt.getTime() + absoluteLife(rights))
}

/** A screen of a board loses its power and comes back: the cookie of a board account outlives the browser. */
export function cookieSecondsFor(rights: Rights): number | undefined {
  return isBoardOnly(rights) ? absoluteLife(rights) / 1000 : undefined
}

/**
 * When a session ends for a person with the present rights: never later than its stored end, which only a board account may move.
 */
export function endFor(
  rights: Rights,
  { createdAt, expiresAt }: Pick<Life, 'createdAt' | 'expiresAt'>,
): Date {
  if (isBoardOnly(rights)) return expiresAt
  const end = absoluteEnd(rights, createdAt)
  return end < expiresAt ? end : expiresAt
}

/** A live session of a person with these rights began and was last seen after these times. */
export function sessionBounds(rights: Rights, now: Date): { createdAfter: Date; seenAfter: Date } {
  return {
    createdAfter: isBoardOnly(rights) ? new Date(0) : new Date(now.getTime() - absoluteLife(rights)),
    seenAfter: new Date(now.getTime() - idleMinutes(rights) * MINUTE_MS),
  }
}

/** Whether a session is live, by the present rights of its person. */
export function isSessionLive(session: Life, rights: Rights, now: Date): boolean {
  const { createdAfter, seenAfter } = sessionBounds(rights, now)
  const { createdAt, lastSeenAt, expiresAt, isRevoked } = session
  return !isRevoked && now < expiresAt && createdAt > createdAfter && lastSeenAt > seenAfter
}

/** Activity is stored once a minute at most. */
export function isActivityWorthStoring(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= MINUTE_MS
}
