import { eq } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import type { NoticePayload } from '../../db/outbox.ts'
import { clients } from '../../db/schema/clients.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { webhooks } from '../../db/schema/webhooks.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { EventValues } from './event-text.ts'

export interface EventFacts {
  values: EventValues
  /** The site of the event, or that of the sign-in method. */
  siteId: string | undefined
  /** The account that waits for an approval. */
  userId: string | undefined
  /** The time zone of the site, or of the client for an event without a site. */
  timeZone: string
}

/**
 * Reads the current data of an event.
 * @returns undefined where the client is missing or disabled
 */
export async function readEventFacts(
  tx: Transaction,
  clientId: string,
  { site: givenSiteId, method: methodId, user, webhook: webhookId, visit, count, hash }: NoticePayload,
): Promise<EventFacts | undefined> {
  const [client] = await tx
    .select({ timeZone: clients.timeZone, enabled: clients.enabled })
    .from(clients)
    .where(eq(clients.id, clientId))
  if (!client?.enabled) return undefined
  const method = methodId === undefined ? undefined : await findMethod(tx, clientId, methodId)
  const siteId = givenSiteId ?? method?.siteId
  const site = siteId === undefined ? undefined : await findSite(tx, clientId, siteId)
  const values: EventValues = {
    ...(site && { site: site.name, siteId }),
    ...(method && { method: method.name }),
    ...(webhookId !== undefined && { webhook: await findHost(tx, clientId, webhookId) }),
    ...(user !== undefined && { user }),
    ...(visit !== undefined && { visit }),
    ...(count !== undefined && { count: String(count) }),
    ...(hash !== undefined && { hash }),
  }
  return { values, siteId, userId: user, timeZone: site?.timeZone ?? client.timeZone }
}

async function findSite(tx: Transaction, clientId: string, id: string) {
  const [site] = await tx
    .select({ name: sites.name, timeZone: sites.timeZone })
    .from(sites)
    .where(hasValues(sites, { clientId, id }))
  return site
}

async function findMethod(tx: Transaction, clientId: string, id: string) {
  const [method] = await tx
    .select({ name: signInMethods.name, siteId: signInMethods.siteId })
    .from(signInMethods)
    .where(hasValues(signInMethods, { clientId, id }))
  return method
}

async function findHost(tx: Transaction, clientId: string, id: string): Promise<string | undefined> {
  const [webhook] = await tx
    .select({ url: webhooks.url })
    .from(webhooks)
    .where(hasValues(webhooks, { clientId, id }))
  return webhook && new URL(webhook.url).host
}
