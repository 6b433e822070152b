import { createHash } from 'node:crypto'
import type { DeviceConfiguration } from '@gatehouse/validation/device-protocol'
import type { DeviceSettings } from '@gatehouse/validation/endpoints/sign-in-methods'
import { and, eq, isNull } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { clients } from '../../db/schema/clients.ts'
import { methodKeys, signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { FoundMethod } from '../../db/tenant-lookups.ts'
import { isSiteOf } from '../sites/queries.ts'

/** The configuration of a device without settings. */
export const noSettings: DeviceSettings = {
  sample_seconds: null,
  result_seconds: null,
  standby_minutes: null,
  pressure_unit: 'kPa',
  pressure_min: null,
  pressure_max: null,
}

/** The configuration that a device should have, and its version. */
export interface WantedConfiguration {
  version: string
  configuration: DeviceConfiguration
}

/** The columns of a device's configuration, for a query with method, site, client and key. */
export const configurationColumns = {
  methodName: signInMethods.name,
  useTemperature: signInMethods.useTemperature,
  enabled: signInMethods.enabled,
  look: signInMethods.look,
  settings: signInMethods.settings,
  key: methodKeys.key,
  siteName: sites.name,
  siteStatus: sites.status,
  timeZone: sites.timeZone,
  clientLook: clients.look,
  language: clients.language,
  clientEnabled: clients.enabled,
}

type ConfigurationRow = Awaited<ReturnType<typeof selectConfigurations>>[number]

/** @param publicUrl the address under which visitors reach this installation */
export function toConfiguration(
  row: Omit<ConfigurationRow, 'methodId'>,
  publicUrl: string,
): WantedConfiguration {
  const configuration: DeviceConfiguration = {
    in_service: row.enabled && row.clientEnabled && row.siteStatus === 'active',
    use_temperature: row.useTemperature,
    method_name: row.methodName,
    site_name: row.siteName,
    time_zone: row.timeZone,
    language: row.language,
    look: row.look ?? row.clientLook,
    url: row.key === null ? null : urlOfKey(publicUrl, row.key),
    settings: row.settings ?? noSettings,
  }
  const digest = createHash('sha256').update(JSON.stringify(configuration)).digest('base64url')
  return { version: digest.slice(0, 16), configuration }
}

/** The data of device configurations. Retired methods have none. */
export function selectConfigurations(tx: Transaction) {
  return tx
    .select({ methodId: signInMethods.id, ...configurationColumns })
    .from(signInMethods)
    .innerJoin(sites, isSiteOf(signInMethods))
    .innerJoin(clients, eq(clients.id, signInMethods.clientId))
    .leftJoin(
      methodKeys,
      and(
        hasValues(methodKeys, { clientId: signInMethods.clientId, methodId: signInMethods.id }),
        isNull(methodKeys.retiredAt),
      ),
    )
    .$dynamic()
}

/** The configuration of one device; undefined for a retired method. */
export async function findConfiguration(
  tx: Transaction,
  { scope: { clientId }, methodId }: FoundMethod,
  publicUrl: string,
): Promise<WantedConfiguration | undefined> {
  const [row] = await selectConfigurations(tx).where(
    and(hasValues(signInMethods, { clientId, id: methodId }), isNull(signInMethods.retiredAt)),
  )
  return row && toConfiguration(row, publicUrl)
}

/** The address of a guest page, as contained in a QR code. */
export function urlOfKey(publicUrl: string, key: string): string {
  return `${publicUrl}/${key}`
}
