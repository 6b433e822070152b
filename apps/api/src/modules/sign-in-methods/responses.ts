import type { AuditedMethod } from '@gatehouse/validation/audit-fields'
import { PairedDevice, SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { toFields } from '../../db/to-columns.ts'
import { noSettings, toConfiguration, urlOfKey } from './configuration.ts'
import type { MethodRow } from './method-list.ts'

export function toMethodResponse(row: MethodRow, publicUrl: string): SignInMethod {
  const { method, key, client, device } = row
  return toFields(SignInMethod, {
    ...row,
    ...method,
    clientName: client.name,
    clientLanguage: client.language,
    url: key === null ? null : urlOfKey(publicUrl, key),
    kioskId: method.kioskId || (device?.kioskId ?? ''),
    versions: device && device.versions,
    shownLook: method.look ?? client.look,
    settings: method.settings ?? noSettings,
    connected: device && row.isOnline,
    lastSeen: device?.lastSeenAt ?? row.reportedAt,
    device: device && toDeviceResponse(row, device, publicUrl),
    limited: row.limited.map(({ what, since }) => ({ what, since: new Date(since).toISOString() })),
    canManage: row.canManage && method.retiredAt === null,
  })
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
  { configuration }: MethodRow,
  device: NonNullable<MethodRow['device']>,
  publicUrl: string,
): NonNullable<SignInMethod['device']> {
  const { version } = toConfiguration(configuration, publicUrl)
  const hasAnswered = device.settingsVersion === version
  return toFields(PairedDevice, {
    ...device,
    settingsState: !hasAnswered ? 'waiting' : device.settingsAccepted ? 'applied' : 'refused',
    settingsReason: hasAnswered ? device.settingsReason : '',
  })
}
