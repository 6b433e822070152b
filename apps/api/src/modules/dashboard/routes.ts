import { getDashboardEndpoint } from '@gatehouse/validation/endpoints/dashboard'
import type { Router } from '../../plugins/route.ts'
import { createDashboard } from './queries.ts'

export function registerDashboard({ route }: Router): void {
  const findDashboard = createDashboard()
  route(getDashboardEndpoint, ({ ctx, query }) => findDashboard(ctx, query))
}
