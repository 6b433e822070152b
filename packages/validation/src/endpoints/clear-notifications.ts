import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Uuid } from '../fields.ts'
import { Instant } from '../time-fields.ts'

/** In its own file, so that the portal loads it with the list of notifications. */
export const clearNotificationsEndpoint = endpoint({
  method: 'DELETE',
  path: '/me/notifications',
  summary: 'Deletes the caller’s notifications.',
  access: 'person',
  query: v.strictObject({
    /** The newest one that the person has seen: later ones are kept. Without it all are deleted. */
    through: v.optional(Uuid),
    /** The latest `last_modified` that the person has seen: a count that has grown is kept. */
    as_of: v.optional(Instant),
  }),
  response: 'none',
})
