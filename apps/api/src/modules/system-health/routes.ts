import { getSystemHealthEndpoint } from '@gatehouse/validation/endpoints/system-health'
import type { Router } from '../../plugins/route.ts'
import { type HealthDeps, readHealth } from './read-health.ts'

export function registerSystemHealth({ route }: Router, deps: HealthDeps): void {
  route(getSystemHealthEndpoint, ({ ctx }) => readHealth(ctx, deps))
}
