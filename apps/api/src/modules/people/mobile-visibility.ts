import type { ShownMobile } from '@gatehouse/validation/fields'
import type { Staff } from '../../context.ts'
import { sitesToManage, sitesToWatch, type VisibleSites } from '../sites/policy.ts'

type Reader = Pick<Staff, 'clientId' | 'admin' | 'siteAdmin' | 'access'>

/** Where a number was given, and whether its person is on that site now: `presence` holds a row of them, overdue or not. */
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
  /** The number as the reader may read it: in full, or its last digits behind a mask; null where there is none. */
  show(stay: Stay, mobile: string | null | undefined): ShownNumber
  /** The sites whose numbers a search of the reader may look into: those that it shows in full. */
  searchable(people: Pick<Stay, 'isOnSite'>): VisibleSites
}

/**
 * The one rule of who reads a mobile. Numbers of people who are on a site now are for whoever may watch its board, because an
 * evacuation needs them; all others are for the site's managers, the client's admins and site admins.
 */
export function mobileVisibility(reader: Reader): MobileVisibility {
  const onSite = sitesToWatch(reader)
  const past = sitesToManage(reader)
  const searchable = ({ isOnSite }: Pick<Stay, 'isOnSite'>) => (isOnSite ? onSite : past)
  const mayRead = ({ clientId, siteId, isOnSite }: Stay) => {
    if (clientId !== reader.clientId && !reader.siteAdmin) return false
    const sites = searchable({ isOnSite })
    return sites === 'all' || sites.includes(siteId)
  }
  return {
    searchable,
    show(stay, mobile) {
      if (!mobile) return { mobile: null, isMasked: false }
      return mayRead(stay)
        ? { mobile: mobile as ShownMobile, isMasked: false }
        : { mobile: maskMobile(mobile), isMasked: true }
    },
  }
}

/** The last three digits, which are enough to tell two people apart. */
function maskMobile(mobile: string): ShownMobile {
  return `••• ${mobile.slice(-3)}` as ShownMobile
}
