import { limits } from '@gatehouse/validation/limits'
import type { StaffActor } from '../../context.ts'
import { isBoardOnly } from '../../plugins/access.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'

type Rights = Pick<StaffActor, 'admin' | 'siteAdmin' | 'access'>

interface Life {
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  revokedAt: Date | null
}

/** How long a session may be idle. Boards run for weeks without anybody touching them. */
function idleMinutes(rights: Rights): number {
  if (rights.admin || rights.siteAdmin) return limits.idleMinutes.admin
  return isBoardOnly(rights) ? limits.boardSessionDays * 24 * 60 : limits.idleMinutes.staff
}

/** When a session that begins with these rights ends at the latest. */
export function absoluteEnd(rights: Rights, createdAt: Date): Date {
  const life = isBoardOnly(rights) ? limits.boardSessionDays * DAY_MS : limits.sessionHours * HOUR_MS
  return new Date(createdAt.getTime() + life)
}

/** When a session ends for a person with the present rights: never later than its stored end. */
export function endFor(
  rights: Rights,
  { createdAt, expiresAt }: Pick<Life, 'createdAt' | 'expiresAt'>,
): Date {
  const end = absoluteEnd(rights, createdAt)
  return end < expiresAt ? end : expiresAt
}

/** Whether a session is live, by the present rights of its person. */
export function isSessionLive(session: Life, rights: Rights, now: Date): boolean {
  if (session.revokedAt !== null || now >= endFor(rights, session)) return false
  return now.getTime() - session.lastSeenAt.getTime() < idleMinutes(rights) * MINUTE_MS
}

/** Activity is stored once a minute at most. */
export function isActivityWorthStoring(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= MINUTE_MS
}
