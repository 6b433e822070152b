import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'

/**
 * Formats an E.164 number (`+61412345678`) as in a region: grouped, and without the region's own
 * country code. Other text is returned unchanged.
 */
export function formatPhone(e164: string, region: string): string {
  const number = parsePhoneNumberFromString(e164, { extract: false }, metadata)
  if (!number) return e164
  const country = getCountries(metadata).find((code) => code === region)
  const isDomestic =
    country !== undefined && getCountryCallingCode(country, metadata) === number.countryCallingCode
  return isDomestic ? number.formatNational() : number.formatInternational()
}
