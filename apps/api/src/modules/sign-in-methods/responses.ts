import type { DeviceSettings, SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import type { MethodRow } from './method-list.ts'

const noSettings: DeviceSettings = {
  sample_seconds: null,
  result_seconds: null,
  standby_minutes: null,
  pressure_unit: 'kPa',
  pressure_min: null,
  pressure_max: null,
}

export function toMethodResponse(
  { method, key, siteName, timeZone, client, reportedAt, canManage }: MethodRow,
  publicUrl: string,
): SignInMethod {
  return {
    id: method.id,
    key,
    url: key === null ? null : urlOfKey(publicUrl, key),
    type: method.type,
    name: method.name,
    location: method.location,
    site_id: method.siteId,
    site_name: siteName,
    time_zone: timeZone,
    serial_number: method.serialNumber,
    kiosk_id: method.kioskId,
    versions: null,
    success_message: method.successMessage,
    use_temperature: method.useTemperature,
    look: method.look,
    shown_look: method.look ?? client.look,
    colours: method.colours,
    settings: method.settings ?? noSettings,
    enabled: method.enabled,
    retired_at: method.retiredAt?.toISOString() ?? null,
    connected: null,
    last_seen: reportedAt?.toISOString() ?? null,
    last_modified: method.lastModified.toISOString(),
    can_manage: canManage && method.retiredAt === null,
  }
}

/** The address of a guest page, as a QR code contains it. */
export function urlOfKey(publicUrl: string, key: string): string {
  return `${publicUrl}/${key}`
}
