import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import type { MobileVisibility } from '../people/mobile-visibility.ts'
import type { VisibleSite } from '../sites/queries.ts'
import type { findPeopleAway, findPeopleOnSite } from './queries.ts'

type OnSite = Awaited<ReturnType<typeof findPeopleOnSite>>[number]
type Away = Awaited<ReturnType<typeof findPeopleAway>>['people'][number]

export function presentSite({ id, name, offlineUsers, timeZone }: VisibleSite): BoardSite {
  return { id, name, offline_users: offlineUsers, timeZone }
}

/** Somebody on site: a user by their own record, a visitor by what they gave when they signed in. */
export function presentOnSite(mobiles: MobileVisibility, { presence, user }: OnSite): BoardPerson {
  const { mobile, isMasked } = mobiles.show({ ...presence, isOnSite: true }, presence.mobile || user?.mobile)
  return {
    id: user?.id ?? presence.visitId,
    firstName: user?.firstName ?? presence.firstName,
    lastName: user?.lastName ?? presence.lastName,
    role: orNull(presence.roleName) ?? orNull(user?.jobTitle),
    empNo: orNull(user?.employeeNumber),
    checkedIn: true,
    logDate: presence.signedInAt.toISOString(),
    tel: mobile,
    telMasked: isMasked,
    phoneExt: orNull(user?.phoneExtension),
    hasPhoto: Boolean(user?.photoKey),
    dependents: presence.dependents,
    kind: presence.kind,
  }
}

/** One of the site's own people who is not on it. */
export function presentAway(mobiles: MobileVisibility, site: VisibleSite, user: Away): BoardPerson {
  const { clientId, id: siteId } = site
  const { mobile, isMasked } = mobiles.show({ clientId, siteId, isOnSite: false }, user.mobile)
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    role: orNull(user.jobTitle),
    empNo: orNull(user.employeeNumber),
    checkedIn: false,
    logDate: user.lastSeenAt?.toISOString() ?? null,
    tel: mobile,
    telMasked: isMasked,
    phoneExt: orNull(user.phoneExtension),
    hasPhoto: user.photoKey !== null,
    dependents: 0,
    kind: 'user',
  }
}

function orNull(text: string | null | undefined): string | null {
  return text ? text : null
}
