import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookDeliveryEndpoint,
  getWebhookEndpoint,
  listWebhookDeliveriesEndpoint,
  listWebhookEventsEndpoint,
  listWebhooksEndpoint,
  resendWebhookDeliveryEndpoint,
  rotateWebhookSecretEndpoint,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '@gatehouse/validation/endpoints/webhooks'
import type { Router } from '../../plugins/route.ts'
import {
  createWebhook,
  deleteWebhook,
  rotateSecret,
  updateWebhook,
  type WithSecret,
  type WebhookDeps,
} from './change-webhook.ts'
import { getDelivery, listDeliveries, listEvents, resendDelivery, testWebhook } from './deliveries.ts'
import { getWebhook, listWebhooks, toWebhookResponse } from './webhook-list.ts'

const withSecret = ({ webhook, secret }: WithSecret) => ({ ...toWebhookResponse(webhook), secret })

export function registerWebhooks({ route }: Router, deps: WebhookDeps): void {
  route(listWebhooksEndpoint, ({ ctx, query }) => listWebhooks(ctx, query))
  route(createWebhookEndpoint, async ({ ctx, body }) => withSecret(await createWebhook(ctx, deps, body)))
  route(getWebhookEndpoint, async ({ ctx, params }) => toWebhookResponse(await getWebhook(ctx, params.id)))
  route(updateWebhookEndpoint, async ({ ctx, params, headers, body }) =>
    toWebhookResponse(await updateWebhook(ctx, deps, params.id, body, headers['if-match'])),
  )
  route(deleteWebhookEndpoint, ({ ctx, params }) => deleteWebhook(ctx, params.id))
  route(rotateWebhookSecretEndpoint, async ({ ctx, params }) =>
    withSecret(await rotateSecret(ctx, deps, params.id)),
  )
  route(testWebhookEndpoint, ({ ctx, params }) => testWebhook(ctx, params.id))
  route(listWebhookDeliveriesEndpoint, ({ ctx, params, query }) => listDeliveries(ctx, params.id, query))
  route(getWebhookDeliveryEndpoint, ({ ctx, params }) => getDelivery(ctx, params))
  route(resendWebhookDeliveryEndpoint, ({ ctx, params }) => resendDelivery(ctx, params))
  route(listWebhookEventsEndpoint, ({ ctx, params, query }) => listEvents(ctx, params.id, query))
}
