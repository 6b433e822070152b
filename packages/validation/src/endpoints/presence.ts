import * as v from 'valibot'
import { Uuid, shownMobile } from '../fields.ts'
import { listEndpoint } from '../list-endpoint.ts'
import { presenceStates } from '../vocabulary.ts'

export const PresentPerson = v.object({
  id: v.string(),
  client_name: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  kind: v.picklist(['user', 'visitor']),
  user_id: v.nullable(v.string()),
  role: v.nullable(v.string()),
  site_id: v.string(),
  site_name: v.string(),
  time_zone: v.string(),
  method: v.nullable(v.string()),
  signed_in_at: v.string(),
  /** A kiosk stored the sign-in without a network and sent it later, so its time is the kiosk's. */
  signed_in_offline: v.boolean(),
  ...shownMobile,
  dependents: v.number(),
  /** The person visited. */
  host: v.nullable(v.string()),
  state: v.picklist(presenceStates),
  /** When a rule closed the visit. As far as is known, the person was on site until then. */
  assumed_left_at: v.nullable(v.string()),
  /** Whether the reader manages the site, and so may check the person out and ban them. */
  can_manage: v.boolean(),
  /** The sign-in policy lets the caller check the person out. */
  can_check_out: v.boolean(),
})
export type PresentPerson = v.InferOutput<typeof PresentPerson>

export const listPresentEndpoint = listEndpoint({
  path: '/presence',
  summary:
    'Lists the people on the sites that the caller can see, earliest sign-in first by default. Returns one ' +
    'page and the total.',
  access: 'staff',
  apiKeyScope: 'presence:read',
  background: true,
  item: PresentPerson,
  sort: ['signed_in_at', 'name', 'site', 'role'],
  defaultSort: 'signed_in_at',
  filters: {
    site: v.optional(Uuid),
    kind: v.optional(v.picklist(['user', 'visitor'])),
    /** The id of a visitor role. It also matches roles of the same name at other sites. */
    role: v.optional(Uuid),
    /** Defaults to the people on site, overdue or not. */
    state: v.optional(v.picklist(presenceStates)),
  },
  extra: {
    people: v.number(),
    /** Visits of the last days that a rule has closed, with no departure recorded since. */
    assumed_left: v.number(),
    refused_today: v.number(),
    /** Kiosks with stored sign-ins that have not arrived yet, as last reported. */
    waiting: v.array(
      v.object({ method: v.string(), site_name: v.string(), sign_ins: v.number(), reported_at: v.string() }),
    ),
    as_of: v.string(),
    time_zone: v.string(),
  },
})
