import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import { createRecipient, deleteRecipient, type RecipientDeps, updateRecipient } from './change-recipient.ts'
import { listAlerts, testRecipient } from './alerts.ts'
import { findUserOptions } from '../users/queries.ts'
import { getRecipient, listRecipientEvents, listRecipients } from './queries.ts'

export function registerRecipients({ route }: Router, deps: RecipientDeps): void {
  route(endpoints.listRecipients, ({ ctx, query }) => listRecipients(ctx, query))
  route(endpoints.listRecipientPeople, ({ ctx, query }) => findUserOptions(ctx, query))
  route(endpoints.listRecipientEvents, ({ ctx }) => listRecipientEvents(ctx, [...deps.channels]))
  route(endpoints.createRecipient, ({ ctx, body }) => createRecipient(ctx, deps, body))
  route(endpoints.getRecipient, ({ ctx, params }) => getRecipient(ctx, params.id))
  route(endpoints.updateRecipient, ({ ctx, params, headers, body }) =>
    updateRecipient(ctx, deps, params.id, body, headers['if-match']),
  )
  route(endpoints.deleteRecipient, ({ ctx, params }) => deleteRecipient(ctx, params.id))
  route(endpoints.testRecipient, ({ ctx, params }) => testRecipient(ctx, deps, params.id))
  route(endpoints.listAlerts, ({ ctx, params, query }) => listAlerts(ctx, params.id, query))
}
