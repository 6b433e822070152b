import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import { getDashboard } from './queries.ts'

export function registerDashboard({ route }: Router): void {
  route(endpoints.getDashboard, ({ ctx, query }) => getDashboard(ctx, query))
}
