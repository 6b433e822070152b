import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Uuid } from '../fields.ts'
import { Instant } from '../time-fields.ts'

/** In a file of its own, so that the portal fetches it with the list of the bell, and not at its start. */
export const clearNotificationsEndpoint = endpoint({
  method: 'DELETE',
  path: '/me/notifications',
  summary: 'Deletes the own notifications.',
  access: 'person',
  query: v.strictObject({
    /** The newest one that the person has been shown: later ones stay. Without it all are deleted. */
    through: v.optional(Uuid),
    /** The latest `last_modified` of what the person has been shown: a count that has grown since stays. */
    as_of: v.optional(Instant),
  }),
  response: 'none',
})
