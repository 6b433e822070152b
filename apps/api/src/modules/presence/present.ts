import type { PresentPerson } from '@gatehouse/validation/endpoints/presence'
import type { Staff } from '../../context.ts'
import { maySeeMobiles } from '../sites/policy.ts'
import type { listPresent } from './queries.ts'

type Row = Awaited<ReturnType<typeof listPresent>>['items'][number]

const HOUR = 3_600_000

export function presentPresence(actor: Staff, now: Date, row: Row): PresentPerson {
  const { presence, siteName, timeZone, methodName, overdueAfterHours } = row
  const isOverdue = now.getTime() - presence.signedInAt.getTime() > overdueAfterHours * HOUR
  return {
    id: presence.visitId,
    first_name: presence.firstName,
    last_name: presence.lastName,
    kind: presence.kind,
    role: presence.roleName || null,
    site_id: presence.siteId,
    site_name: siteName,
    time_zone: timeZone,
    method: methodName,
    signed_in_at: presence.signedInAt.toISOString(),
    mobile: maySeeMobiles(actor, presence.siteId) ? presence.mobile || null : maskMobile(presence.mobile),
    dependents: presence.dependants,
    state: isOverdue ? 'overdue' : 'on_site',
  }
}

/** The last three digits, which are enough to tell two people apart. */
export function maskMobile(mobile: string): string | null {
  return mobile === '' ? null : `••• ${mobile.slice(-3)}`
}
