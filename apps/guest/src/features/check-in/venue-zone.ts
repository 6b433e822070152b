import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { type TimeZone, timeZoneOf } from '@gatehouse/i18n/format/time-zone'

/**
 * The venue's zone, used for all times of a visit; the phone's own if the browser does not know it.
 */
export function venueZone(): TimeZone {
  return timeZoneOf(runtimeConfig.venue?.timeZone)
}
