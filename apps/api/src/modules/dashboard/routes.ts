import { getDashboardEndpoint } from '@gatehouse/validation/endpoints/dashboard'
import type { Router } from '../../plugins/route.ts'
import { findDashboard } from './queries.ts'

export function registerDashboard({ route }: Router): void {
  route(getDashboardEndpoint, ({ ctx, query }) => findDashboard(ctx, query))
}
