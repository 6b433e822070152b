import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

export const explainListingEndpoint = endpoint({
  method: 'GET',
  path: '/board/:siteId/why/:personId',
  summary: 'Returns why a person is on a board: the sign-in, its time, its method, and the rule.',
  access: 'board',
  response: v.object({
    signedInAt: v.string(),
    source: v.picklist(['phone', 'kiosk', 'device', 'staff']),
    /** The name of the sign-in method, and where it is; null where there is none. */
    method: v.nullable(v.string()),
    place: v.nullable(v.string()),
    /** When a stored sign-in of a kiosk arrived; null for one that came at once. */
    arrivedAt: v.nullable(v.string()),
    /** An answer had refused the person at the site within the day before. */
    afterRefusal: v.boolean(),
    /**
     * `overdue`: not signed out, although they should have left by the site's rule. `assumed_left`:
     * counted as having left by that rule, although no one saw them go; a muster looks for them.
     */
    rule: v.picklist(['on_site', 'overdue', 'assumed_left']),
    overdueAfterHours: v.number(),
  }),
})
