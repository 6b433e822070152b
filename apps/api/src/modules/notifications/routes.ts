import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import { clearNotifications, listNotifications } from './queries.ts'

export function registerNotifications({ route }: Router): void {
  route(endpoints.listNotifications, ({ ctx }) => listNotifications(ctx))
  route(endpoints.clearNotifications, ({ ctx, query }) => clearNotifications(ctx, query))
}
