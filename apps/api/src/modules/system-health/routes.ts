import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import { type HealthDeps, readHealth } from './read-health.ts'

export function registerSystemHealth({ route }: Router, deps: HealthDeps): void {
  route(endpoints.getSystemHealth, ({ ctx }) => readHealth(ctx, deps))
}
