import type { ListedUser, User } from '@gatehouse/validation/endpoints/users'
import { showMobile } from '../people/mobile-visibility.ts'
import { findEditBlock } from './policy.ts'
import type { EntryRow, UserRow } from './queries.ts'

export function toListedUser(row: UserRow, entries: readonly EntryRow[]): ListedUser {
  return { ...toUser(row, entries), access_total: entries[0]?.total ?? 0 }
}

export function toUser(row: UserRow, entries: readonly EntryRow[]): User {
  const { mobile, isMasked } = showMobile(row.mobile, row.canReadMobile)
  return {
    id: row.id,
    client_name: row.clientName,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    mobile,
    mobile_masked: isMasked,
    employee_number: row.employeeNumber,
    phone_extension: row.phoneExtension,
    admin: row.admin,
    site_admin: row.siteAdmin,
    user_type: row.userType,
    access: entries.map(({ siteId, siteName, userType }) => ({
      site_id: siteId,
      site_name: siteName,
      user_type: userType,
    })),
    status: row.status,
    status_reason: row.statusReason,
    two_step: row.hasTwoStep,
    has_password: row.hasPassword,
    has_pin: row.hasPin,
    approval_access: row.approvalAccess,
    ppe: row.ppe,
    temperature: row.temperatureCheck,
    last_seen: row.lastSeenAt?.toISOString() ?? null,
    last_seen_site: row.lastSeenSite,
    last_seen_time_zone: row.lastSeenTimeZone,
    has_photo: row.hasPhoto,
    editable: findEditBlock(row) === undefined,
    last_modified: row.lastModified.toISOString(),
  }
}
