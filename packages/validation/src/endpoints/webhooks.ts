import * as v from 'valibot'
import { creationEndpoint } from '../creation-endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { say } from '../field-codes.ts'
import { IfMatchHeaders, PageQuery } from '../fields.ts'
import { limits } from '../limits.ts'
import { bulkEndpoint, listEndpoint } from '../list-endpoint.ts'
import { outboundFailures, OutboundUrl } from '../outbound-url.ts'
import { webhookEvents } from '../webhooks.ts'

export const webhookFields = {
  url: OutboundUrl(limits.webhooks.urlCharacters),
  events: v.pipe(
    v.array(v.picklist(webhookEvents)),
    v.minLength(1, say('choice_required')),
    v.maxLength(webhookEvents.length, say('choice_required')),
    v.transform((events) => webhookEvents.filter((event) => events.includes(event))),
  ),
  enabled: v.boolean(),
}

export const NewWebhook = v.strictObject({
  ...webhookFields,
  enabled: v.optional(webhookFields.enabled, true),
})
export type NewWebhook = v.InferOutput<typeof NewWebhook>

export const WebhookChanges = v.partial(v.strictObject(webhookFields))
export type WebhookChanges = v.InferOutput<typeof WebhookChanges>

export const Webhook = v.object({
  id: v.string(),
  url: v.string(),
  events: v.array(v.picklist(webhookEvents)),
  enabled: v.boolean(),
  /** Since when every attempt has failed; null where the last one did not. */
  failing_since: v.nullable(v.string()),
  /** When it was disabled because it had failed for too long. */
  given_up_at: v.nullable(v.string()),
  /** Until then the previous secret signs too. */
  previous_secret_until: v.nullable(v.string()),
  created_at: v.string(),
  last_modified: v.string(),
})
export type Webhook = v.InferOutput<typeof Webhook>

/** The only response that holds the secret. */
export const WebhookWithSecret = v.object({ ...Webhook.entries, secret: v.string() })
export type WebhookWithSecret = v.InferOutput<typeof WebhookWithSecret>

/** How an attempt ended. `disabled`: none was made, because the webhook was disabled by then. */
export const deliveryOutcomes = [
  'accepted',
  'redirected',
  'error_status',
  'secret_unreadable',
  'disabled',
  ...outboundFailures,
] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const WebhookDelivery = v.object({
  id: v.string(),
  /** Sent as `webhook-id`, the same for each attempt. */
  event_id: v.string(),
  /** One of `webhookEvents`, or `webhook.test`. */
  type: v.string(),
  created_at: v.string(),
  state: v.picklist(deliveryStates),
  attempts: v.number(),
  /** Null where it is not retried. */
  next_attempt_at: v.nullable(v.string()),
  /** The last attempt; the others are null where there was none. */
  attempted_at: v.nullable(v.string()),
  outcome: v.nullable(v.picklist(deliveryOutcomes)),
  status: v.nullable(v.number()),
  milliseconds: v.nullable(v.number()),
})
export type WebhookDelivery = v.InferOutput<typeof WebhookDelivery>

export const WebhookDeliveryDetails = v.object({
  ...WebhookDelivery.entries,
  /** The body as it would be sent now; null where its subject was deleted. */
  body: v.nullable(v.string()),
  /** The beginning of the last response. */
  response: v.nullable(v.string()),
})
export type WebhookDeliveryDetails = v.InferOutput<typeof WebhookDeliveryDetails>

const path = '/webhooks'
/** The position of a delivery or an event among its client's. */
const Place = v.pipe(v.string(), v.regex(/^\d{1,15}$/))

export const listWebhooksEndpoint = listEndpoint({
  path,
  summary: 'Lists the webhooks, the external receivers of events, oldest first by default.',
  access: 'admin',
  item: v.object({ ...Webhook.entries, client_name: v.string() }),
  sort: ['created_at', 'url'],
  defaultSort: 'created_at',
  filters: {},
})

export const createWebhookEndpoint = creationEndpoint({
  path,
  summary: 'Creates a webhook. Only this response contains its secret.',
  access: 'admin',
  body: NewWebhook,
  response: WebhookWithSecret,
  errors: ['client_not_chosen', 'url_not_allowed', 'too_many_parts'],
})

export const getWebhookEndpoint = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'Returns a webhook.',
  access: 'admin',
  response: Webhook,
})

export const updateWebhookEndpoint = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Updates the address or events of a webhook, or enables or disables it.',
  access: 'admin',
  headers: IfMatchHeaders,
  body: WebhookChanges,
  response: Webhook,
  errors: ['changed_meanwhile', 'url_not_allowed'],
})

export const deleteWebhookEndpoint = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Deletes a webhook and its deliveries.',
  access: 'admin',
  response: 'none',
})

export const rotateWebhookSecretEndpoint = endpoint({
  method: 'POST',
  path: `${path}/:id/rotate-secret`,
  summary: 'Creates a new secret. The current secret also signs for one day.',
  access: 'admin',
  response: WebhookWithSecret,
})

export const testWebhookEndpoint = endpoint({
  method: 'POST',
  path: `${path}/:id/test`,
  summary: 'Sends a `webhook.test` event, which appears among the deliveries.',
  access: 'admin',
  response: WebhookDelivery,
  status: 201,
  errors: ['webhook_disabled'],
})

export const listWebhookDeliveriesEndpoint = endpoint({
  method: 'GET',
  path: `${path}/:id/deliveries`,
  summary: 'Lists the deliveries of recent days, newest first.',
  access: 'admin',
  query: v.strictObject({
    /** `next` of the previous page. */
    cursor: v.optional(Place),
    per_page: PageQuery.per_page,
    state: v.optional(v.picklist(deliveryStates)),
  }),
  response: v.object({ items: v.array(WebhookDelivery), next: v.nullable(v.string()) }),
})

export const getWebhookDeliveryEndpoint = endpoint({
  method: 'GET',
  path: `${path}/:id/deliveries/:deliveryId`,
  summary: 'Returns a delivery with its body and the beginning of the last response.',
  access: 'admin',
  response: WebhookDeliveryDetails,
})

export const resendWebhookDeliveryEndpoint = endpoint({
  method: 'POST',
  path: `${path}/:id/deliveries/:deliveryId/resend`,
  summary: 'Resends a delivery with the same `webhook-id`.',
  access: 'admin',
  response: WebhookDelivery,
  errors: ['webhook_disabled'],
})

export const listWebhookEventsEndpoint = endpoint({
  method: 'GET',
  path: `${path}/:id/events`,
  summary:
    'Lists the events of recent days in their order, delivered or not. A receiver that was offline ' +
    'continues after the last position that it has.',
  access: 'admin',
  apiKeyScope: 'webhooks:read',
  query: v.strictObject({
    /** `next` of the previous page; defaults to the oldest. */
    after: v.optional(Place),
    per_page: PageQuery.per_page,
  }),
  response: v.object({
    items: v.array(
      v.object({
        /** The `webhook-id` of the event. */
        id: v.string(),
        /** The body, as in `docs/webhooks.md`; null where its subject was deleted. */
        body: v.nullable(v.string()),
      }),
    ),
    /** Where to continue, also after the last page; null where nothing was ever recorded. */
    next: v.nullable(v.string()),
    has_more: v.boolean(),
  }),
})

export const deadLetterKinds = ['mail', 'text', 'webhook', 'notice'] as const

export const DeadLetter = v.object({
  id: v.string(),
  client_name: v.string(),
  kind: v.picklist(deadLetterKinds),
  /** The email or the event. */
  type: v.string(),
  /** The recipient: a person's name, or a webhook's address. Null where deleted or unknown. */
  subject: v.nullable(v.string()),
  attempts: v.number(),
  /** A code: the status of a server, or of the connection. */
  failure: v.string(),
  created_at: v.string(),
  failed_at: v.string(),
})
export type DeadLetter = v.InferOutput<typeof DeadLetter>

export const listDeadLettersEndpoint = listEndpoint({
  path: '/dead-letters',
  summary:
    'Lists failed emails, text messages, notifications and webhook deliveries, latest failure first by ' +
    'default.',
  access: 'admin',
  item: DeadLetter,
  sort: ['failed_at', 'created_at', 'attempts'],
  defaultSort: 'failed_at desc',
  filters: { kind: v.optional(v.picklist(deadLetterKinds)) },
})

export const changeDeadLettersEndpoint = bulkEndpoint(listDeadLettersEndpoint, {
  summary: 'Resends failed emails, text messages, notifications and webhook deliveries.',
  actions: ['send_again'],
})
