import * as v from 'valibot'
import type { Notification } from './endpoints/notifications.ts'
import type { ErrorCode } from './error-codes.ts'
import { Uuid } from './fields.ts'

/**
 * The live socket: Socket.IO, this namespace, WebSocket only. It tells that something has changed, and whoever shows it reads it again.
 * Hints may be lost; the pages also ask at intervals.
 */
export const liveNamespace = '/web'

/** A room that a person may join: the board of one site. */
export const LiveRoom = v.pipe(
  v.string(),
  v.startsWith('site:'),
  v.transform((room) => ({ siteId: room.slice('site:'.length) })),
  v.object({ siteId: Uuid }),
)

/** The name of a site's room, as `join` and `leave` take it. */
export const siteRoom = (siteId: string): string => `site:${siteId}`

/** A board is another one than before. `version` names the state of the database in which that was seen. */
export interface BoardChange {
  siteId: string
  version: string
}

export interface ServerEvents {
  /** A notification of the person, in their language. */
  notification(notification: Notification): void
  board_changed(change: BoardChange): void
}

/** The code and the message are those that a call of the API answers. */
export type LiveAnswer = { ok: true } | { ok: false; code: ErrorCode; message: string }

export interface ClientEvents {
  /** Refused for a site outside one's access, as if it did not exist. */
  join(room: string, answer: (result: LiveAnswer) => void): void
  leave(room: string, answer: (result: LiveAnswer) => void): void
}

export const liveLimits = {
  packetBytes: 16 * 1024,
  messagesPerMinute: 100,
  socketsPerUser: 10,
  roomsPerSocket: 20,
} as const
