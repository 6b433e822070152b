import { limits, serverLimits } from '@gatehouse/validation/limits'
import { userTypes } from '@gatehouse/validation/vocabulary'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { StaffActor } from '../../context.ts'
import { rankIn } from '../../db/rank-in.ts'
import { sites } from '../../db/schema/sites.ts'
import { accessEntries, users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { isSiteOf } from '../sites/queries.ts'
import type { AskedPerson, Person } from './account.ts'

/** What the entries of a person say about more than one site. */
export type EntryFlags = Pick<StaffActor, 'hasManagerEntry' | 'hasStaffEntry'>

/**
 * The access entries of a person, without those of archived sites: the highest types first, each by the name of the site. A person has no more
 * than are read here. A site admin needs none, however many sites there are.
 */
export async function listAccessEntries(tx: Transaction, person: Pick<StaffActor, 'siteAdmin'> & Person) {
  if (person.siteAdmin) return []
  return tx
    .select({ siteId: accessEntries.siteId, siteName: sites.name, userType: accessEntries.userType })
    .from(accessEntries)
    .innerJoin(sites, isSiteOf(accessEntries))
    .where(and(isEntryOf(person), isActive))
    .orderBy(rankIn(userTypes, accessEntries.userType), asc(sites.foldedName), asc(sites.id))
    .limit(limits.accessEntries.most)
}

/** The flags, as columns. */
export function entryFlags(person: AskedPerson): Record<keyof EntryFlags, SQL<boolean>> {
  return { hasManagerEntry: hasEntry(person, 'Manager'), hasStaffEntry: hasEntry(person, 'Staff') }
}

/** The flags, and the ids of the sites that a session token names. */
export async function findAccessSummary(
  tx: Transaction,
  person: Person,
): Promise<EntryFlags & { siteIds: string[] }> {
  const named = tx
    .select({ siteId: accessEntries.siteId })
    .from(accessEntries)
    .innerJoin(sites, isSiteOf(accessEntries))
    .where(and(isEntryOf(person), isActive))
    .orderBy(asc(accessEntries.siteId))
    .limit(serverLimits.tokenSites)
  const [found] = await tx
    .select({ ...entryFlags(person), siteIds: sql<string[]>`to_json(array${named})` })
    .from(users)
    .where(and(eq(users.clientId, person.clientId), eq(users.id, person.userId)))
  if (!found) throw new Error('The account is locked, so it exists')
  return found
}

/**
 * Reads one entry of the type, however many the person has of others: there is an index for each type. The text of the query names
 * the type, or the index could not be used. `order by` and `offset 0` keep the planner to it; it would otherwise hope for an early match
 * among all entries or sites.
 */
function hasEntry(person: AskedPerson, userType: 'Manager' | 'Staff'): SQL<boolean> {
  const isOfType = sql`${accessEntries.userType} = ${sql.raw(`'${userType}'`)}`
  const isAtActiveSite = sql`exists (select from ${sites} where ${and(isSiteOf(accessEntries), isActive)} offset 0)`
  return sql<boolean>`(select true from ${accessEntries} where ${and(isEntryOf(person), isOfType, isAtActiveSite)}
    order by ${asc(accessEntries.siteId)} limit 1) is not null`
}

/** Whether the person has an entry of another type than Device and Guest, also for an archived site. */
export function isOfStaff(person: AskedPerson): SQL<boolean> {
  const isStaffType = inArray(accessEntries.userType, ['Manager', 'Staff'])
  return sql<boolean>`exists (select from ${accessEntries} where ${and(isEntryOf(person), isStaffType)})`
}

function isEntryOf({ clientId, userId }: AskedPerson): SQL | undefined {
  return and(eq(accessEntries.clientId, clientId), eq(accessEntries.userId, userId))
}

const isActive = eq(sites.status, 'active')
