import { pageConfig } from '../../lib/page-data.ts'
import { type TimeZone, timeZoneOf } from '@gatehouse/i18n/format/time-zone'

/** The venue's zone, by which all times of a visit are told; the phone's own where its browser does not know it. */
export function venueZone(): TimeZone {
  return timeZoneOf(pageConfig().venue?.timeZone)
}
