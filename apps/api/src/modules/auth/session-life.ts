import { limits } from '@gatehouse/validation/limits'
import type { SessionKind } from '../../db/schema/sessions.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long a kind of session may lie idle, in minutes; a board shows itself for weeks without anybody touching it. */
const idleMinutes: Record<SessionKind, number> = {
  admin: limits.idleMinutes.admin,
  staff: limits.idleMinutes.staff,
  board: limits.boardSessionDays * 24 * 60,
}

interface Life {
  kind: SessionKind
  lastSeenAt: Date
  expiresAt: Date
  revokedAt: Date | null
}

/** When a new session of the kind ends, whatever happens. */
export function absoluteEnd(kind: SessionKind, now: Date): Date {
  return new Date(
    now.getTime() + (kind === 'board' ? limits.boardSessionDays * DAY : limits.sessionHours * HOUR),
  )
}

export function isAlive({ kind, lastSeenAt, expiresAt, revokedAt }: Life, now: Date): boolean {
  if (revokedAt !== null || now >= expiresAt) return false
  return now.getTime() - lastSeenAt.getTime() < idleMinutes[kind] * MINUTE
}

/** Being seen is written down at most once a minute. */
export function isWorthNoting(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= MINUTE
}
