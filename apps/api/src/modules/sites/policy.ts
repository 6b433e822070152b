import type { UserType } from '@gatehouse/validation/vocabulary'
import type { Staff } from '../../context.ts'

/** `all` for who is not bound to sites, else the ids that the person's entries of these types open. */
export type VisibleSites = 'all' | string[]

type Rights = Pick<Staff, 'admin' | 'siteAdmin' | 'access'>

const watching: readonly UserType[] = ['Manager', 'Staff', 'Device', 'Guest']
const working: readonly UserType[] = ['Manager', 'Staff']
const managing: readonly UserType[] = ['Manager']

/** The sites whose board a person may watch. */
export function sitesToWatch(rights: Rights): VisibleSites {
  return sitesBy(rights, watching)
}

/** The sites that a person sees in the portal. */
export function sitesToSee(rights: Rights): VisibleSites {
  return sitesBy(rights, working)
}

/** The sites that a person manages. */
export function sitesToManage(rights: Rights): VisibleSites {
  return sitesBy(rights, managing)
}

function sitesBy({ admin, siteAdmin, access }: Rights, types: readonly UserType[]): VisibleSites {
  if (admin || siteAdmin) return 'all'
  return access.filter(({ userType }) => types.includes(userType)).map(({ siteId }) => siteId)
}
