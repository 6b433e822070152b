import type { ShownMobile } from '@gatehouse/validation/fields'
import { toWrittenNumber } from '@gatehouse/validation/phone-numbers'
import { type SQL, sql } from 'drizzle-orm'
import type { KeyActor, StaffActor } from '../../context.ts'
import { hasEntryAtSite, isAccessibleSite, type SiteRight } from '../sites/policy.ts'

/** Whether a person is on site now. A row of `presence` is, overdue or not. */
export interface Stay {
  isOnSite: boolean
}

/** The reader. Before its second factor a session reads at most numbers of people on site. */
export type MobileReader =
  | Pick<StaffActor, 'admin' | 'siteAdmin' | 'clientId' | 'userId' | 'authenticated'>
  | Pick<KeyActor, 'kind' | 'admin' | 'siteAdmin' | 'clientId'>

declare const decided: unique symbol

/** Whether a reader may read mobiles in full. Only this module creates values of this type. */
export type MobilesReadable = boolean & { readonly [decided]: true }

/**
 * The right that a reader needs at a site to read and search its numbers in full. An evacuation
 * needs those of people on site, so everybody who may watch the board reads them. All others are
 * for managers of the site and admins.
 */
function rightToReadMobiles({ isOnSite }: Stay): SiteRight {
  return isOnSite ? 'watch' : 'manage'
}

/** Whether a reader may read a site's mobiles in full, as SQL for a query that reads `sites`. */
export function canReadMobiles(reader: MobileReader, stay: Stay): SQL<MobilesReadable> {
  if (!stay.isOnSite && !isProved(reader)) return sql<MobilesReadable>`false`
  return sql<MobilesReadable>`(${isAccessibleSite(reader, rightToReadMobiles(stay))})`
}

/**
 * The same for records of people who may have left since, at archived sites too. For all but admins
 * the query must read `sites`.
 * @param isOpen whether the visit of a record is open
 */
export function canReadMobilesOfHistory(reader: MobileReader, isOpen: SQL): SQL<MobilesReadable> {
  if (readsAllMobiles(reader)) return sql<MobilesReadable>`true`
  return sql<MobilesReadable>`(case when ${isOpen} then ${canReadMobiles(reader, { isOnSite: true })}
    else ${canReadMobiles(reader, { isOnSite: false })} end)`
}

/** Whether a reader reads every mobile in their scope in full. */
export const readsAllMobiles = (reader: MobileReader) =>
  ((reader.admin || reader.siteAdmin) && isProved(reader)) as MobilesReadable

const isProved = (reader: MobileReader): boolean =>
  ('kind' in reader && reader.kind === 'key') || ('authenticated' in reader && reader.authenticated)

/** Whether a reader may read a user's mobile in full, as SQL for a query that reads `users`. */
export function canReadMobilesOfUsers(reader: MobileReader): SQL<MobilesReadable> {
  if (readsAllMobiles(reader)) return sql<MobilesReadable>`true`
  return sql<MobilesReadable>`(${hasEntryAtSite(reader, rightToReadMobiles({ isOnSite: false }))})`
}

/** The number for a response, in full or masked but for its last digits; null without a number. */
export function showMobile(mobile: string | null | undefined, canRead: MobilesReadable) {
  const shown = !mobile || canRead ? mobile : `••• ${endOfMobile(mobile)}`
  return { mobile: (shown || null) as ShownMobile | null, mobile_masked: Boolean(mobile) && !canRead }
}

/** The number for a file. In full it has national form, because a plus would make it a formula. */
export function writeMobile(mobile: string, canRead: MobilesReadable, region: string): string | null {
  const shown = showMobile(mobile, canRead)
  return shown.mobile === null || shown.mobile_masked ? shown.mobile : toWrittenNumber(shown.mobile, region)
}

/** Enough to tell two people apart. */
export const END_DIGITS = 3

/** What a mask shows of a number. */
export const endOfMobile = (mobile: string): string => mobile.slice(-END_DIGITS)
