import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import { listAuditLog } from './queries.ts'

export function registerAuditLog({ route }: Router): void {
  route(endpoints.listAuditLog, ({ ctx, query }) => listAuditLog(ctx, query))
}
