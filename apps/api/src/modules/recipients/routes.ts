import {
  createRecipientEndpoint,
  deleteRecipientEndpoint,
  getRecipientEndpoint,
  listAlertsEndpoint,
  listRecipientEventsEndpoint,
  listRecipientPeopleEndpoint,
  listRecipientsEndpoint,
  testRecipientEndpoint,
  updateRecipientEndpoint,
} from '@gatehouse/validation/endpoints/notification-recipients'
import type { Router } from '../../plugins/route.ts'
import { createRecipient, deleteRecipient, type RecipientDeps, updateRecipient } from './change-recipient.ts'
import { listAlerts, testRecipient } from './alerts.ts'
import { findUserOptions } from '../users/queries.ts'
import { getRecipient, listRecipientEvents, listRecipients } from './queries.ts'

export function registerRecipients({ route }: Router, deps: RecipientDeps): void {
  route(listRecipientsEndpoint, ({ ctx, query }) => listRecipients(ctx, query))
  route(listRecipientPeopleEndpoint, ({ ctx, query }) => findUserOptions(ctx, query))
  route(listRecipientEventsEndpoint, ({ ctx }) => listRecipientEvents(ctx, [...deps.channels]))
  route(createRecipientEndpoint, ({ ctx, body }) => createRecipient(ctx, deps, body))
  route(getRecipientEndpoint, ({ ctx, params }) => getRecipient(ctx, params.id))
  route(updateRecipientEndpoint, ({ ctx, params, headers, body }) =>
    updateRecipient(ctx, deps, params.id, body, headers['if-match']),
  )
  route(deleteRecipientEndpoint, ({ ctx, params }) => deleteRecipient(ctx, params.id))
  route(testRecipientEndpoint, ({ ctx, params }) => testRecipient(ctx, deps, params.id))
  route(listAlertsEndpoint, ({ ctx, params, query }) => listAlerts(ctx, params.id, query))
}
