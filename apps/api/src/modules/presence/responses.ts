import type { EndpointOutput } from '@gatehouse/validation/endpoint'
import type { listPresentEndpoint, PresentPerson } from '@gatehouse/validation/endpoints/presence'
import type { Context, StaffActor } from '../../context.ts'
import { showMobile } from '../people/mobile-visibility.ts'
import { overdueBefore } from '../sites/overdue.ts'
import type { listPresent } from './queries.ts'

type Page = Awaited<ReturnType<typeof listPresent>>
type Row = Page['items'][number]

export function toPresencePage(
  { now }: Context<StaffActor>,
  { items, totals, refused, waiting, timeZone }: Page,
): EndpointOutput<typeof listPresentEndpoint> {
  const bySite = new Map(items.map((row) => [row.presence.siteId, row]))
  const limits = new Map([...bySite].map(([siteId, row]) => [siteId, overdueBefore(row, now)]))
  return {
    items: items.map((row) => toPresentPerson(row, limits.get(row.presence.siteId))),
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

/** @param limit whoever signed in before it is overdue */
function toPresentPerson(row: Row, limit: Date | undefined): PresentPerson {
  const { presence, siteName, timeZone, methodName, canReadMobile } = row
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
    state: limit && presence.signedInAt < limit ? 'overdue' : 'on_site',
  }
}
