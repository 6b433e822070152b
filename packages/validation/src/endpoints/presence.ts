import * as v from 'valibot'
import { Uuid, ShownMobile } from '../fields.ts'
import { listEndpoint } from '../list-endpoint.ts'

export const PresentPerson = v.object({
  id: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  kind: v.picklist(['user', 'visitor']),
  role: v.nullable(v.string()),
  site_id: v.string(),
  site_name: v.string(),
  time_zone: v.string(),
  method: v.nullable(v.string()),
  signed_in_at: v.string(),
  /** A kiosk stored the sign-in without a network and sent it later, so its time is the kiosk's. */
  signed_in_offline: v.boolean(),
  mobile: v.nullable(ShownMobile),
  mobile_masked: v.boolean(),
  dependents: v.number(),
  state: v.picklist(['on_site', 'overdue']),
})
export type PresentPerson = v.InferOutput<typeof PresentPerson>

export const listPresentEndpoint = listEndpoint({
  path: '/presence',
  summary: 'Who is on the sites that the person may see: a page of them, and how many in all.',
  access: 'staff',
  background: true,
  item: PresentPerson,
  sort: ['signed_in_at', 'name', 'site', 'role'],
  defaultSort: 'signed_in_at',
  filters: {
    site: v.optional(Uuid),
    kind: v.optional(v.picklist(['user', 'visitor'])),
    state: v.optional(v.picklist(['on_site', 'overdue'])),
  },
  extra: {
    people: v.number(),
    refused_today: v.number(),
    /** The kiosks that have stored sign-ins which are not here yet, as they last told. */
    waiting: v.array(
      v.object({ method: v.string(), site_name: v.string(), sign_ins: v.number(), reported_at: v.string() }),
    ),
    as_of: v.string(),
    time_zone: v.string(),
  },
})
