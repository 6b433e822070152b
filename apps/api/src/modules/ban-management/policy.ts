import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { StaffActor } from '../../context.ts'
import { hasValues } from '../../db/has-values.ts'
import { bans } from '../../db/schema/bans.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { editColumns, isAdmin } from '../users/policy.ts'

/**
 * The bans that the actor may see, as a condition on `bans` joined to their sites: for an admin all
 * of the client, otherwise those for sites that the actor sees and those for all sites.
 */
export function isVisibleBan(actor: StaffActor): SQL | undefined {
  if (isAdmin(actor))
    return actor.scope.kind === 'client' ? eq(bans.clientId, actor.scope.clientId) : undefined
  return and(eq(bans.clientId, actor.clientId), or(isNull(bans.siteId), isAccessibleSite(actor, 'see')))
}

/**
 * Whether the actor may change a ban, as a column. Admins may; Managers of its site may if a
 * Manager set it. Bans for all sites are for admins. No actor can lift or shorten their own ban.
 */
export function canManageBan(actor: StaffActor): SQL<boolean> {
  const isOfOther = sql<boolean>`(${bans.userId} is distinct from ${actor.userId})`
  if (isAdmin(actor)) return isOfOther
  return sql<boolean>`(${isOfOther} and ${bans.setByManager} and coalesce((${isAccessibleSite(actor, 'manage')}), false))`
}

/** The scope of a ban, with the settings for the numbers and times of its form. */
export interface BanPlace {
  clientId: string
  siteId: string | null
  region: string
  timeZone: string
  acceptsUnknownMobiles: boolean
}

/**
 * The place of a ban that the actor may write.
 * @throws AppError `site_required` where the actor is no admin and names no site, `not_found` for a
 * site that the actor does not manage
 */
export async function getBanPlace(
  tx: Transaction,
  actor: StaffActor,
  clientId: string,
  siteId: string | null,
): Promise<BanPlace> {
  if (siteId === null) {
    if (!isAdmin(actor)) throw new AppError('site_required', { fields: { site_id: 'site_required' } })
    const [client] = await tx
      .select({
        region: clients.region,
        timeZone: clients.timeZone,
        acceptsUnknownMobiles: clients.acceptsUnknownMobiles,
      })
      .from(clients)
      .where(eq(clients.id, clientId))
    if (!client) throw new AppError('not_found')
    return { clientId, siteId, ...client }
  }
  const [site] = await tx
    .select({
      region: sites.region,
      timeZone: sites.timeZone,
      acceptsUnknownMobiles: clients.acceptsUnknownMobiles,
    })
    .from(sites)
    .innerJoin(clients, eq(clients.id, sites.clientId))
    .where(and(hasValues(sites, { clientId, id: siteId }), isAccessibleSite(actor, 'manage')))
  if (!site) throw new AppError('not_found', { fields: { site_id: 'site_unknown' } })
  return { clientId, siteId, ...site }
}

/**
 * Actors cannot ban themselves, or a user with more rights.
 * @throws AppError `own_account`, `type_too_high`
 */
export async function assertMayBan(
  tx: Transaction,
  actor: StaffActor,
  clientId: string,
  userId: string | null,
): Promise<void> {
  if (userId === null) return
  if (userId === actor.userId) throw new AppError('own_account')
  const { isAbove } = editColumns(actor)
  const [user] = await tx
    .select({ isAbove })
    .from(users)
    .where(hasValues(users, { clientId, id: userId }))
  if (user?.isAbove) throw new AppError('type_too_high')
}
