import * as v from 'valibot'
import type { Notification } from './endpoints/notifications.ts'
import type { ErrorCode } from './error-codes.ts'
import { Uuid } from './fields.ts'

/**
 * The live socket: Socket.IO, this namespace, WebSocket only. It only says that something has
 * changed; the page then reads it again. Hints may be lost, so pages also poll.
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

/** A board has changed. `version` names the state of the database that was seen. */
export interface BoardChange {
  siteId: string
  version: string
}

/** A device at an entrance, as a list shows whether it is there. */
export interface ConnectedDevice {
  id: string
  name: string
  site_id: string
  connected: boolean
  last_seen: string | null
}

export interface ServerEvents {
  notification(notification: Notification): void
  board_changed(change: BoardChange): void
  /**
   * The devices that the person sees, for a socket that requested them: one has connected,
   * disconnected, or reported something new.
   */
  connected_devices_changed(devices: ConnectedDevice[]): void
}

/** The code and the message are those that a call of the API answers. */
export type LiveAnswer = { ok: true } | Refusal

interface Refusal {
  ok: false
  code: ErrorCode
  message: string
}

export interface ClientEvents {
  /** A site outside the person's access is refused as if it did not exist. */
  join(room: string, answer: (result: LiveAnswer) => void): void
  leave(room: string, answer: (result: LiveAnswer) => void): void
  /** The devices of the sites that the person sees, by name. Subscribes to changes too. */
  connected_devices(answer: (result: ConnectedDevice[] | Refusal) => void): void
}

export const liveLimits = {
  packetBytes: 16 * 1024,
  messagesPerMinute: 100,
  socketsPerUser: 10,
  roomsPerSocket: 20,
} as const
