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

/** How long a session may be idle. Boards run for weeks without any input. */
function idleMinutes(rights: Rights): number {
  if (rights.admin || rights.siteAdmin) return serverLimits.idleMinutes.admin
  return isBoardOnly(rights) ? serverLimits.boardSessionDays * 24 * 60 : serverLimits.idleMinutes.staff
}

function absoluteLife(rights: Rights): number {
  return isBoardOnly(rights) ? serverLimits.boardSessionDays * DAY_MS : serverLimits.sessionHours * HOUR_MS
}

/** The latest end of a session that began with these rights. */
export function absoluteEnd(rights: Rights, createdAt: Date): Date {
  return new Date(createdAt.getTime() + absoluteLife(rights))
}

/** The cookie of a board account outlives the browser, because a board screen may lose power. */
export function cookieSecondsFor(rights: Rights): number | undefined {
  return isBoardOnly(rights) ? absoluteLife(rights) / 1000 : undefined
}

/** When a session ends by the present rights. Only a board account can extend its stored end. */
export function endFor(
  rights: Rights,
  { createdAt, expiresAt }: Pick<Life, 'createdAt' | 'expiresAt'>,
): Date {
  if (isBoardOnly(rights)) return expiresAt
  const end = absoluteEnd(rights, createdAt)
  return end < expiresAt ? end : expiresAt
}

/** The earliest times at which a session with these rights may have begun and last been seen. */
export function sessionBounds(rights: Rights, now: Date): { createdAfter: Date; seenAfter: Date } {
  return {
    createdAfter: isBoardOnly(rights) ? new Date(0) : new Date(now.getTime() - absoluteLife(rights)),
    seenAfter: new Date(now.getTime() - idleMinutes(rights) * MINUTE_MS),
  }
}

/** Whether a session is live, by the person's present rights. */
export function isSessionLive(session: Life, rights: Rights, now: Date): boolean {
  const { createdAfter, seenAfter } = sessionBounds(rights, now)
  const { createdAt, lastSeenAt, expiresAt, isRevoked } = session
  return !isRevoked && now < expiresAt && createdAt > createdAfter && lastSeenAt > seenAfter
}

/** Activity is stored at most once a minute. */
export function isActivityWorthStoring(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= MINUTE_MS
}
