import * as v from 'valibot'
import { creationEndpoint } from '../creation-endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { say } from '../field-codes.ts'
import { IfMatchHeaders, PageQuery, Uuid, shownMobile, idOf } from '../fields.ts'
import { limits } from '../limits.ts'
import { listEndpoint, optionsEndpoint } from '../list-endpoint.ts'
import { wholeNumberIn } from '../number-range.ts'
import { notificationChannels, notificationLevels, notificationEventNames } from '../notification-events.ts'
import { languages } from '../vocabulary.ts'

/** Words of a list, each once and in its order. */
const someOf = <const Word extends string>(words: readonly Word[]) =>
  v.pipe(
    v.array(v.picklist(words)),
    v.minLength(1, say('choice_required')),
    v.maxLength(words.length, say('too_long')),
    v.transform((chosen) => words.filter((word) => chosen.includes(word))),
  )

const TimeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, say('time_of_day_invalid')))

export const recipientFields = {
  events: someOf(notificationEventNames),
  channels: someOf(notificationChannels),
  /** Fewer channels for single events, of those in `channels`. Others use all channels. */
  channels_by_event: v.record(v.picklist(notificationEventNames), someOf(notificationChannels)),
  /** The sites that the recipient is notified about; empty for all. */
  sites: v.pipe(
    v.array(idOf('site_unknown')),
    v.maxLength(limits.notifications.sites, say('too_long')),
    v.transform((ids) => [...new Set(ids)]),
  ),
  /** By the site's clock. Both or neither. */
  quiet_from: v.nullable(TimeOfDay),
  quiet_until: v.nullable(TimeOfDay),
  repeat_minutes: wholeNumberIn({ min: 0, max: limits.notifications.repeatMinutes }),
  enabled: v.boolean(),
}

export const RecipientChanges = v.partial(v.strictObject(recipientFields))
export type RecipientChanges = v.InferOutput<typeof RecipientChanges>

export const NewRecipient = v.strictObject({
  user_id: idOf('person_required'),
  events: recipientFields.events,
  channels: recipientFields.channels,
  channels_by_event: v.optional(recipientFields.channels_by_event),
  sites: v.optional(recipientFields.sites, []),
  quiet_from: v.optional(recipientFields.quiet_from, null),
  quiet_until: v.optional(recipientFields.quiet_until, null),
  repeat_minutes: v.optional(recipientFields.repeat_minutes, 10),
  enabled: v.optional(recipientFields.enabled, true),
})
export type NewRecipient = v.InferOutput<typeof NewRecipient>

export const Recipient = v.object({
  id: v.string(),
  client_id: v.string(),
  client_name: v.string(),
  user_id: v.string(),
  name: v.string(),
  email: v.string(),
  ...shownMobile,
  language: v.picklist(languages),
  events: v.array(v.picklist(notificationEventNames)),
  channels: v.array(v.picklist(notificationChannels)),
  /** The channels of each event. */
  channels_by_event: v.record(v.picklist(notificationEventNames), v.array(v.picklist(notificationChannels))),
  all_sites: v.boolean(),
  /** Those that the caller manages, by name. */
  sites: v.array(v.object({ id: v.string(), name: v.string() })),
  quiet_from: v.nullable(v.string()),
  quiet_until: v.nullable(v.string()),
  repeat_minutes: v.number(),
  enabled: v.boolean(),
  /** Whether the caller may change it. */
  editable: v.boolean(),
  /** Within the last days; null for none. */
  last_delivered: v.nullable(v.string()),
  last_failure: v.nullable(v.object({ at: v.string(), reason: v.string() })),
  created_at: v.string(),
  last_modified: v.string(),
})
export type Recipient = v.InferOutput<typeof Recipient>

export const alertStates = ['waiting', 'delivered', 'failed'] as const
export type AlertState = (typeof alertStates)[number]

export const Alert = v.object({
  id: v.string(),
  /** The title of the notification, in the caller's language. */
  title: v.string(),
  channel: v.picklist(notificationChannels),
  created_at: v.string(),
  state: v.picklist(alertStates),
  attempts: v.number(),
  /** Null where it is not retried. */
  next_attempt_at: v.nullable(v.string()),
  delivered_at: v.nullable(v.string()),
  /** Why the last attempt failed: a code. */
  reason: v.nullable(v.string()),
})
export type Alert = v.InferOutput<typeof Alert>

const path = '/notification-recipients'

export const listRecipientsEndpoint = listEndpoint({
  path,
  summary:
    'Lists the notification recipients, by name by default. A Manager gets only the people of the managed ' +
    'sites.',
  access: 'manager',
  item: Recipient,
  sort: ['name', 'created_at'],
  defaultSort: 'name',
  filters: {
    site: v.optional(Uuid),
    event: v.optional(v.picklist(notificationEventNames)),
    channel: v.optional(v.picklist(notificationChannels)),
  },
})

export const listRecipientPeopleEndpoint = optionsEndpoint({
  path: `${path}/people`,
  summary: 'Lists the users whom the caller can add as recipients, by name.',
  access: 'manager',
})

export const listRecipientEventsEndpoint = endpoint({
  method: 'GET',
  path: `${path}/events`,
  summary: 'Lists the notification events, with how many recipients each has and how many sites have none.',
  access: 'manager',
  response: v.object({
    /** Those that this installation can use. */
    channels: v.array(v.picklist(notificationChannels)),
    events: v.array(
      v.object({
        event: v.picklist(notificationEventNames),
        /** In the language of the caller. */
        label: v.string(),
        level: v.picklist(notificationLevels),
        recipients: v.number(),
        /** Null for events that belong to no site. */
        sites_without: v.nullable(v.number()),
      }),
    ),
  }),
})

export const createRecipientEndpoint = creationEndpoint({
  path,
  summary:
    'Adds a user as a notification recipient. The entry then defines which notifications the user gets.',
  access: 'manager',
  body: NewRecipient,
  response: Recipient,
  errors: [
    'client_not_chosen',
    'site_required',
    'type_too_high',
    'other_sites',
    'wrong_status',
    'incomplete',
    'no_text_gateway',
  ],
})

export const getRecipientEndpoint = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'Returns a notification recipient.',
  access: 'manager',
  response: Recipient,
})

export const updateRecipientEndpoint = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Updates which notifications a recipient gets, from which sites and when.',
  access: 'manager',
  headers: IfMatchHeaders,
  body: RecipientChanges,
  response: Recipient,
  errors: [
    'changed_meanwhile',
    'site_required',
    'type_too_high',
    'other_sites',
    'incomplete',
    'no_text_gateway',
  ],
})

export const deleteRecipientEndpoint = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary:
    'Deletes a notification recipient. The user then gets the notifications in the app that everyone with ' +
    'the same rights gets.',
  access: 'manager',
  response: 'none',
  errors: ['type_too_high', 'other_sites'],
})

export const testRecipientEndpoint = endpoint({
  method: 'POST',
  path: `${path}/:id/test`,
  summary:
    'Sends a test through each channel of the recipient that the installation can use, also in quiet ' +
    'hours.',
  access: 'manager',
  response: v.object({ channels: v.array(v.picklist(notificationChannels)) }),
  errors: ['type_too_high', 'other_sites', 'wrong_status'],
})

export const listAlertsEndpoint = endpoint({
  method: 'GET',
  path: `${path}/:id/deliveries`,
  summary: 'Lists the emails and text messages sent to a recipient in recent days, newest first.',
  access: 'manager',
  query: v.strictObject({
    /** `next` of the previous page. */
    cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))),
    per_page: PageQuery.per_page,
  }),
  response: v.object({ items: v.array(Alert), next: v.nullable(v.string()) }),
})
