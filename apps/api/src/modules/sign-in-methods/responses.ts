import type { AuditedMethod } from '@gatehouse/validation/audit-fields'
import { methodFields, PairedDevice, SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import * as v from 'valibot'
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
    clientAccent: client.accent,
    clientLogo: client.logo,
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

const Audited = v.object({
  ...methodFields,
  site_name: v.string(),
  settings: v.nullable(methodFields.settings),
  enabled: v.boolean(),
})

/** The settings of a method, without its key: more people read the audit log, and for longer. */
export function toAuditedMethod({ method, siteName }: MethodRow): AuditedMethod {
  return toFields(Audited, { ...method, siteName })
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
