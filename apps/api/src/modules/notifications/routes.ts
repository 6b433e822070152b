import { clearNotificationsEndpoint } from '@gatehouse/validation/endpoints/clear-notifications'
import { listNotificationsEndpoint } from '@gatehouse/validation/endpoints/notifications'
import type { Router } from '../../plugins/route.ts'
import { clearNotifications, listNotifications } from './queries.ts'

export function registerNotifications({ route }: Router): void {
  route(listNotificationsEndpoint, ({ ctx }) => listNotifications(ctx))
  route(clearNotificationsEndpoint, ({ ctx, query }) => clearNotifications(ctx, query))
}
