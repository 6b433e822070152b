import { endpoints } from '@gatehouse/validation/endpoints/all'
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
  route(endpoints.listWebhooks, ({ ctx, query }) => listWebhooks(ctx, query))
  route(endpoints.createWebhook, async ({ ctx, body }) => withSecret(await createWebhook(ctx, deps, body)))
  route(endpoints.getWebhook, async ({ ctx, params }) => toWebhookResponse(await getWebhook(ctx, params.id)))
  route(endpoints.updateWebhook, async ({ ctx, params, headers, body }) =>
    toWebhookResponse(await updateWebhook(ctx, deps, params.id, body, headers['if-match'])),
  )
  route(endpoints.deleteWebhook, ({ ctx, params }) => deleteWebhook(ctx, params.id))
  route(endpoints.rotateWebhookSecret, async ({ ctx, params }) =>
    withSecret(await rotateSecret(ctx, deps, params.id)),
  )
  route(endpoints.testWebhook, ({ ctx, params }) => testWebhook(ctx, params.id))
  route(endpoints.listWebhookDeliveries, ({ ctx, params, query }) => listDeliveries(ctx, params.id, query))
  route(endpoints.getWebhookDelivery, ({ ctx, params }) => getDelivery(ctx, params))
  route(endpoints.resendWebhookDelivery, ({ ctx, params }) => resendDelivery(ctx, params))
  route(endpoints.listWebhookEvents, ({ ctx, params, query }) => listEvents(ctx, params.id, query))
}
