import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { type TimeZone, timeZoneOf } from '@gatehouse/i18n/format/time-zone'

/** The venue's zone, in which all times of a visit are shown. It is the phone's own zone where the browser does not know it. */
export function venueZone(): TimeZone {
  return timeZoneOf(runtimeConfig.venue?.timeZone)
}
