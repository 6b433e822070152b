import type { AuditAction } from '@gatehouse/validation/audit-actions'
import type { StaffActor } from '../../context.ts'
import { type AuditEntry, byStaff } from '../../db/audit.ts'

/** The audit entry of a change of what belongs to a site, such as a role. */
export function partAudit(
  actor: StaffActor,
  at: Date,
  { clientId, id }: { clientId: string; id: string },
  action: Extract<AuditAction, `muster_point.${string}` | `visitor_role.${string}`>,
): Omit<AuditEntry, 'details'> {
  const [kind = ''] = action.split('.')
  return { ...byStaff(clientId, actor.userId, at), action, target: { kind, id } }
}
