import type { OutputOf } from '@gatehouse/validation/endpoints/all'
import { PresentPerson } from '@gatehouse/validation/endpoints/presence'
import type { Context, ReadingActor } from '../../context.ts'
import { toFields } from '../../db/to-columns.ts'
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

/** Computes the overdue limit of each site once. */
export function toPresentPeople(rows: readonly Row[], now: Date): PresentPerson[] {
  const bySite = new Map(rows.map((row) => [row.presence.siteId, row]))
  const limits = new Map([...bySite].map(([siteId, row]) => [siteId, overdueBefore(row, now)]))
  return rows.map((row) => toPresentPerson(row, limits.get(row.presence.siteId)))
}

/** @param limit people who signed in before it are overdue */
function toPresentPerson({ presence, ...row }: Row, limit: Date | undefined): PresentPerson {
  const isOverdue = limit && presence.signedInAt < limit
  return toFields(
    PresentPerson,
    { ...presence, ...row },
    {
      ...showMobile(presence.mobile, row.canReadMobile),
      id: presence.visitId,
      role: presence.roleName || null,
      method: row.methodName,
      state: presence.assumedLeftAt ? 'assumed_left' : isOverdue ? 'overdue' : 'on_site',
    },
  )
}
