import type { AuditedMethod } from '@gatehouse/validation/audit-fields'
import type { SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { noSettings, toConfiguration, urlOfKey } from './configuration.ts'
import type { MethodRow } from './method-list.ts'

export function toMethodResponse(row: MethodRow, publicUrl: string): SignInMethod {
  const { method, key, siteName, timeZone, client, reportedAt, waiting, canManage, device, isOnline } = row
  const { pairedTablets, limited } = row
  return {
    id: method.id,
    client_name: client.name,
    client_language: client.language,
    key,
    url: key === null ? null : urlOfKey(publicUrl, key),
    type: method.type,
    name: method.name,
    location: method.location,
    site_id: method.siteId,
    site_name: siteName,
    time_zone: timeZone,
    serial_number: method.serialNumber,
    kiosk_id: method.kioskId || (device?.kioskId ?? ''),
    versions: device && device.versions,
    success_message: method.successMessage,
    use_temperature: method.useTemperature,
    asks_host: method.asksHost,
    look: method.look,
    shown_look: method.look ?? client.look,
    colours: method.colours,
    settings: method.settings ?? noSettings,
    enabled: method.enabled,
    retired_at: method.retiredAt?.toISOString() ?? null,
    connected: device && isOnline,
    last_seen: (device?.lastSeenAt ?? reportedAt)?.toISOString() ?? null,
    device: device && toDeviceResponse(row, device, publicUrl),
    waiting,
    paired_tablets: pairedTablets,
    limited: limited.map(({ what, since }) => ({ what, since: new Date(since).toISOString() })),
    last_modified: method.lastModified.toISOString(),
    can_manage: canManage && method.retiredAt === null,
  }
}

/** What people set of a method. Its key is not among it: the audit log is read by more people, and for longer, than the key works. */
export function toAuditedMethod({ method, siteName }: MethodRow): AuditedMethod {
  return {
    name: method.name,
    type: method.type,
    site_id: method.siteId,
    site_name: siteName,
    location: method.location,
    serial_number: method.serialNumber,
    kiosk_id: method.kioskId,
    success_message: method.successMessage,
    use_temperature: method.useTemperature,
    asks_host: method.asksHost,
    look: method.look,
    colours: method.colours,
    settings: method.settings,
    enabled: method.enabled,
  }
}

function toDeviceResponse(
  { method, key, siteName, siteStatus, timeZone, client }: MethodRow,
  device: NonNullable<MethodRow['device']>,
  publicUrl: string,
): NonNullable<SignInMethod['device']> {
  const { version } = toConfiguration(
    {
      methodName: method.name,
      useTemperature: method.useTemperature,
      enabled: method.enabled,
      look: method.look,
      settings: method.settings,
      key,
      siteName,
      siteStatus,
      timeZone,
      clientLook: client.look,
      language: client.language,
      clientEnabled: client.enabled,
    },
    publicUrl,
  )
  const hasAnswered = device.settingsVersion === version
  return {
    serial_number: device.serialNumber,
    paired_at: device.pairedAt.toISOString(),
    settings_state: !hasAnswered ? 'waiting' : device.settingsAccepted ? 'applied' : 'refused',
    settings_reason: hasAnswered ? device.settingsReason : '',
    settings_reported_at: device.settingsReportedAt?.toISOString() ?? null,
    low_pressure_since: device.lowPressureSince?.toISOString() ?? null,
    filter_cartridge_since: device.filterCartridgeSince?.toISOString() ?? null,
  }
}
