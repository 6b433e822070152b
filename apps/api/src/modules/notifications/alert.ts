import { isNotificationEvent } from '@gatehouse/validation/notification-events'
import type { NoticePayload } from '../../db/outbox.ts'
import type { ToldEvent } from './event-text.ts'

/** What one person is sent of an event. */
export interface Alert {
  event: ToldEvent
  payload: NoticePayload
  /** How often it was held back before. */
  held: string | undefined
}

/** Reads an alert of the outbox. @returns undefined where another version of the program recorded it */
export function readAlert({ event, held, ...payload }: Record<string, unknown>): Alert | undefined {
  if (typeof event !== 'string' || (event !== 'test' && !isNotificationEvent(event))) return undefined
  return { event, payload, held: typeof held === 'string' ? held : undefined }
}
