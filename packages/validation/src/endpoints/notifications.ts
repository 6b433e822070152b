import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { notificationLevels } from '../notification-events.ts'

export const Notification = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  message: v.string(),
  date: v.string(),
  level: v.picklist(notificationLevels),
  icon: v.string(),
  /** The page of the portal that it leads to, as a path. */
  link: v.nullable(v.string()),
  /** Later than `date` where it counts later events. */
  last_modified: v.string(),
})
export type Notification = v.InferOutput<typeof Notification>

export const listNotificationsEndpoint = endpoint({
  method: 'GET',
  path: '/me/notifications',
  summary: 'Lists the caller’s notifications, newest first.',
  access: 'person',
  background: true,
  response: v.array(Notification),
})
