import type { ShownMobile } from '@gatehouse/validation/fields'
import type { StaffActor } from '../../context.ts'
import { createSiteCheck, type SiteRight } from '../sites/policy.ts'

type Reader = Pick<StaffActor, 'clientId' | 'admin' | 'siteAdmin' | 'access'>

/** The site that a number was given at, and whether its person is there now. A row of `presence` is, overdue or not. */
export interface Stay {
  clientId: string
  siteId: string
  isOnSite: boolean
}

export interface ShownNumber {
  mobile: ShownMobile | null
  isMasked: boolean
}

export interface MobileVisibility {
  /** Whether the reader may read the numbers of such a stay in full. */
  canRead(stay: Stay): boolean
  /** The number as the reader may read it: in full, or its last digits behind a mask; null where there is none. */
  show(stay: Stay, mobile: string | null | undefined): ShownNumber
}

/**
 * The right that a reader needs at a site to read its numbers in full, and to search by them. An evacuation needs the numbers of the
 * people on site, so everybody who may watch the board reads these. All others are for the site's managers and the admins.
 */
export function rightToReadMobiles({ isOnSite }: Pick<Stay, 'isOnSite'>): SiteRight {
  return isOnSite ? 'watch' : 'manage'
}

/** Shows numbers to a reader by `rightToReadMobiles`. */
export function mobileVisibility(reader: Reader): MobileVisibility {
  const mayRead = {
    watch: createSiteCheck(reader, 'watch'),
    see: createSiteCheck(reader, 'see'),
    manage: createSiteCheck(reader, 'manage'),
  }
  const canRead = (stay: Stay) => mayRead[rightToReadMobiles(stay)](stay)
  return {
    canRead,
    show(stay, mobile) {
      if (!mobile) return { mobile: null, isMasked: false }
      return canRead(stay)
        ? { mobile: mobile as ShownMobile, isMasked: false }
        : { mobile: maskMobile(mobile), isMasked: true }
    },
  }
}

/** The last three digits are enough to tell two people apart. */
function maskMobile(mobile: string): ShownMobile {
  return `••• ${mobile.slice(-3)}` as ShownMobile
}
