import { and, eq, exists, or, sql } from 'drizzle-orm'
import { accessEntries, users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { AccessPins } from '../users/access-pins.ts'

/** The active person with this PIN who has an entry for the site, or is an admin of its client. */
export async function findByPin(
  tx: Transaction,
  pins: AccessPins,
  pin: string,
  site: { clientId: string; id: string },
) {
  const entry = tx
    .select({ one: sql`1` })
    .from(accessEntries)
    .where(
      and(
        eq(accessEntries.clientId, users.clientId),
        eq(accessEntries.userId, users.id),
        eq(accessEntries.siteId, site.id),
      ),
    )
  const [user] = await tx
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      mobile: users.mobile,
      personKey: users.personKey,
    })
    .from(users)
    .where(
      and(
        eq(users.clientId, site.clientId),
        eq(users.accessPinHash, pins.hashOf(site.clientId, pin)),
        eq(users.status, 'active'),
        or(eq(users.admin, true), exists(entry)),
      ),
    )
  return user
}
