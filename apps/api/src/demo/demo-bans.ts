import type { bans } from '../db/schema/bans.ts'
import { type DemoIds, itemAt, type Random } from './random.ts'
import type { DemoSite } from './visit-rows.ts'
import { createVisitors, type PersonFactory } from './people.ts'
import type { ClientTemplate } from './client-templates.ts'
import { DAY_MS, HOUR_MS } from '../lib/durations.ts'

/** Start and end in days from now, and whether the ban is for a site or the client. */
const terms = [
  { from: -41, until: null, reach: 'site' },
  { from: -12, until: 78, reach: 'client' },
  { from: -6, until: 24, reach: 'site' },
  { from: -75, until: -15, reach: 'site' },
] as const

/** Creates a few bans, and adds the banned people to the sites: they visited before the ban and try again after it. */
export function createDemoBans(
  template: ClientTemplate,
  demoSites: DemoSite[],
  factory: PersonFactory,
  now: number,
  random: Random,
  newId: DemoIds,
): (typeof bans.$inferInsert)[] {
  return template.banReasons.map((reason, index) => {
    const { from, until, reach } = itemAt(terms, index)
    const demoSite = itemAt(demoSites, index)
    const [person] = createVisitors(factory, 1)
    if (!person) throw new Error('There is nobody to ban')
    const fromAt = now + from * DAY_MS - random.int(0, 4 * HOUR_MS)
    const id = newId(fromAt)
    if (until === null || until > 0) demoSite.banned.push({ person, banId: id, from: fromAt })
    const at = new Date(fromAt)
    return {
      clientId: demoSite.clientId,
      id,
      siteId: reach === 'site' ? demoSite.siteId : null,
      personKey: person.personKey,
      firstName: person.firstName,
      lastName: person.lastName,
      mobile: person.mobile,
      reason,
      fromAt: at,
      untilAt: until === null ? null : new Date(now + until * DAY_MS),
      createdBy: demoSite.managerId ?? null,
      createdAt: at,
      lastModified: at,
    }
  })
}
