import { listAuditLogEndpoint } from '@gatehouse/validation/endpoints/audit-log'
import type { Router } from '../../plugins/route.ts'
import { listAuditLog } from './queries.ts'

export function registerAuditLog({ route }: Router): void {
  route(listAuditLogEndpoint, ({ ctx, query }) => listAuditLog(ctx, query))
}
