import { getDashboardEndpoint } from '@gatehouse/validation/endpoints/dashboard'
import type { Router } from '../../plugins/route.ts'
import { getDashboard } from './queries.ts'

export function registerDashboard({ route }: Router): void {
  route(getDashboardEndpoint, ({ ctx, query }) => getDashboard(ctx, query))
}
