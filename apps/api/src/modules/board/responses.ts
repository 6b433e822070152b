import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import { type MobilesReadable, showMobile, type Stay } from '../people/mobile-visibility.ts'
import type { VisibleSite } from '../sites/queries.ts'
import type { PersonRow } from './queries.ts'

export function toBoardSite({ id, name, offlineUsers, timeZone }: VisibleSite): BoardSite {
  return { id, name, offline_users: offlineUsers, timeZone }
}

/** Somebody on a list of a board: all of its people are there, or all are away. */
export function toBoardPerson(
  row: PersonRow,
  { isOnSite }: Stay,
  canReadMobile: MobilesReadable,
): BoardPerson {
  const { mobile, isMasked } = showMobile(row.mobile, canReadMobile)
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    empNo: row.employeeNumber,
    checkedIn: isOnSite,
    logDate: row.lastSignIn === null ? null : new Date(row.lastSignIn).toISOString(),
    tel: mobile,
    telMasked: isMasked,
    phoneExt: row.phoneExtension,
    hasPhoto: row.hasPhoto,
    dependents: row.dependents,
    host: row.host,
    kind: row.kind,
  }
}
