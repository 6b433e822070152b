import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import type { VisibleSite } from '../sites/queries.ts'
import type { findPeopleAway, findPeopleOnSite } from './queries.ts'

type OnSite = Awaited<ReturnType<typeof findPeopleOnSite>>[number]
type Away = Awaited<ReturnType<typeof findPeopleAway>>[number]

export function presentSite({ id, name, offlineUsers, timeZone }: VisibleSite): BoardSite {
  return { id, name, offline_users: offlineUsers, timeZone }
}

/** Somebody on site: a user by their own record, a visitor by what they gave at the door. */
export function presentOnSite({ presence, user }: OnSite): BoardPerson {
  return {
    id: user?.id ?? presence.visitId,
    firstName: user?.firstName ?? presence.firstName,
    lastName: user?.lastName ?? presence.lastName,
    role: orNull(presence.roleName) ?? orNull(user?.jobTitle),
    empNo: orNull(user?.employeeNumber),
    checkedIn: true,
    logDate: presence.signedInAt.toISOString(),
    tel: orNull(presence.mobile) ?? orNull(user?.mobile),
    phoneExt: orNull(user?.phoneExtension),
    hasPhoto: Boolean(user?.photoKey),
    dependents: presence.dependants,
    kind: presence.kind,
  }
}

export function presentAway(user: Away): BoardPerson {
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    role: orNull(user.jobTitle),
    empNo: orNull(user.employeeNumber),
    checkedIn: false,
    logDate: user.lastSeenAt?.toISOString() ?? null,
    tel: orNull(user.mobile),
    phoneExt: orNull(user.phoneExtension),
    hasPhoto: user.photoKey !== null,
    dependents: 0,
    kind: 'user',
  }
}

function orNull(text: string | null | undefined): string | null {
  return text ? text : null
}
