import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import type { MobileVisibility, Stay } from '../people/mobile-visibility.ts'
import type { VisibleSite } from '../sites/queries.ts'
import type { PersonRow } from './queries.ts'

export function toBoardSite({ id, name, offlineUsers, timeZone }: VisibleSite): BoardSite {
  return { id, name, offline_users: offlineUsers, timeZone }
}

/** Somebody on a list of a board. All people of a list share one site and one presence state. */
export function toBoardPerson(mobiles: MobileVisibility, stay: Stay, row: PersonRow): BoardPerson {
  const { mobile, isMasked } = mobiles.show(stay, row.mobile)
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    empNo: row.employeeNumber,
    checkedIn: stay.isOnSite,
    logDate: row.lastSignIn === null ? null : new Date(row.lastSignIn).toISOString(),
    tel: mobile,
    telMasked: isMasked,
    phoneExt: row.phoneExtension,
    hasPhoto: row.hasPhoto,
    dependents: row.dependents,
    kind: row.kind,
  }
}
