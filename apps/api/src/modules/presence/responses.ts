import type { OutputOf } from '@gatehouse/validation/endpoints/all'
import type { PresentPerson } from '@gatehouse/validation/endpoints/presence'
import type { Context, ReadingActor } from '../../context.ts'
import { showMobile } from '../people/mobile-visibility.ts'
import { overdueBefore } from '../sites/overdue.ts'
import type { listPresent } from './queries.ts'

type Page = Awaited<ReturnType<typeof listPresent>>
type Row = Page['items'][number]

export function toPresencePage(
  { now }: Context<ReadingActor>,
  { items, total, people, assumedLeft, refused, waiting, timeZone }: Page,
): OutputOf<'listPresent'> {
  return {
    items: toPresentPeople(items, now),
    total,
    people,
    assumed_left: assumedLeft,
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

/** The overdue rule of each site is computed once. */
export function toPresentPeople(rows: readonly Row[], now: Date): PresentPerson[] {
  const bySite = new Map(rows.map((row) => [row.presence.siteId, row]))
  const limits = new Map([...bySite].map(([siteId, row]) => [siteId, overdueBefore(row, now)]))
  return rows.map((row) => toPresentPerson(row, limits.get(row.presence.siteId)))
}

/** @param limit whoever signed in before it is overdue */
function toPresentPerson(row: Row, limit: Date | undefined): PresentPerson {
  const { presence } = row
  const { mobile, isMasked } = showMobile(presence.mobile, row.canReadMobile)
  return {
    id: presence.visitId,
    client_name: row.clientName,
    first_name: presence.firstName,
    last_name: presence.lastName,
    kind: presence.kind,
    user_id: presence.userId,
    role: presence.roleName || null,
    site_id: presence.siteId,
    site_name: row.siteName,
    time_zone: row.timeZone,
    method: row.methodName,
    signed_in_at: presence.signedInAt.toISOString(),
    signed_in_offline: presence.signedInOffline,
    mobile,
    mobile_masked: isMasked,
    dependents: presence.dependents,
    host: row.host,
    state: presence.assumedLeftAt
      ? 'assumed_left'
      : limit && presence.signedInAt < limit
        ? 'overdue'
        : 'on_site',
    assumed_left_at: presence.assumedLeftAt?.toISOString() ?? null,
    can_manage: row.canManage,
    can_check_out: row.canCheckOut,
  }
}
