import { and, eq, sql } from 'drizzle-orm'
import type { StaffActor } from '../../context.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { isSiteOf } from '../sites/queries.ts'

/**
 * The site of a method that the person manages.
 * @throws AppError `not_found`, or `forbidden` where the person only sees the site
 */
export async function getManagedSiteOrThrow(
  tx: Transaction,
  actor: StaffActor,
  methodId: string,
): Promise<Record<'clientId' | 'siteId', string>> {
  const [found] = await tx
    .select({
      clientId: sites.clientId,
      siteId: sites.id,
      canManage: sql<boolean>`(${isAccessibleSite(actor, 'manage')})`,
    })
    .from(signInMethods)
    .innerJoin(sites, isSiteOf(signInMethods))
    .where(and(eq(signInMethods.id, methodId), isAccessibleSite(actor, 'see')))
  if (!found) throw new AppError('not_found')
  const { canManage, ...site } = found
  if (!canManage) throw new AppError('forbidden')
  return site
}
