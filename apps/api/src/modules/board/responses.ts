import type { BoardPerson, BoardSite } from '@gatehouse/validation/endpoints/board'
import { type MobilesReadable, showMobile, type Stay } from '../people/mobile-visibility.ts'
import type { FoundSites, PersonRow } from './queries.ts'

export const toBoardSites = ({ found, withMuster, clientNames }: FoundSites): BoardSite[] =>
  found.map(({ id, name, offlineUsers, timeZone }) => ({
    id,
    name,
    offline_users: offlineUsers,
    timeZone,
    client_name: clientNames.get(id) ?? null,
    can_start_muster: withMuster.has(id),
  }))

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
