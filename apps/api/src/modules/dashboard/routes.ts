import { getDashboardEndpoint } from '@gatehouse/validation/endpoints/dashboard'
import type { Router } from '../../plugins/route.ts'
import { createOnSiteEverywhere } from './on-site-everywhere.ts'
import { findDashboard } from './queries.ts'

export function registerDashboard({ route }: Router): void {
  const onSiteEverywhere = createOnSiteEverywhere()
  route(getDashboardEndpoint, ({ ctx, query }) => findDashboard(ctx, onSiteEverywhere, query))
}
