import type { PresentPerson } from '@gatehouse/validation/endpoints/presence'
import type { MobileVisibility } from '../people/mobile-visibility.ts'
import type { listPresent } from './queries.ts'
import { HOUR_MS } from '../../lib/durations.ts'

type Row = Awaited<ReturnType<typeof listPresent>>['items'][number]

export function toPresentPerson(mobiles: MobileVisibility, now: Date, row: Row): PresentPerson {
  const { presence, siteName, timeZone, methodName, overdueAfterHours } = row
  const isOverdue = now.getTime() - presence.signedInAt.getTime() > overdueAfterHours * HOUR_MS
  const { mobile, isMasked } = mobiles.show({ ...presence, isOnSite: true }, presence.mobile)
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
    mobile,
    mobile_masked: isMasked,
    dependents: presence.dependents,
    state: isOverdue ? 'overdue' : 'on_site',
  }
}
