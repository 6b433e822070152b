import type { EndpointOutput } from '@gatehouse/validation/endpoint'
import type { listPresentEndpoint, PresentPerson } from '@gatehouse/validation/endpoints/presence'
import type { Context, StaffActor } from '../../context.ts'
import { showMobile } from '../people/mobile-visibility.ts'
import type { listPresent } from './queries.ts'
import { HOUR_MS } from '../../lib/durations.ts'

type Page = Awaited<ReturnType<typeof listPresent>>
type Row = Page['items'][number]

export function toPresencePage(
  { now }: Context<StaffActor>,
  { items, totals, refused, waiting, timeZone }: Page,
): EndpointOutput<typeof listPresentEndpoint> {
  return {
    items: items.map((row) => toPresentPerson(now, row)),
    ...totals,
    refused_today: refused,
    waiting: waiting.map((kiosk) => ({
      method: kiosk.method,
      site_name: kiosk.siteName,
      sign_ins: kiosk.waiting,
      reported_at: kiosk.reportedAt.toISOString(),
    })),
    as_of: now.toISOString(),
    time_zone: timeZone,
  }
}

function toPresentPerson(now: Date, row: Row): PresentPerson {
  const { presence, siteName, timeZone, methodName, overdueAfterHours, canReadMobile } = row
  const isOverdue = now.getTime() - presence.signedInAt.getTime() > overdueAfterHours * HOUR_MS
  const { mobile, isMasked } = showMobile(presence.mobile, canReadMobile)
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
    signed_in_offline: presence.signedInOffline,
    mobile,
    mobile_masked: isMasked,
    dependents: presence.dependents,
    state: isOverdue ? 'overdue' : 'on_site',
  }
}
