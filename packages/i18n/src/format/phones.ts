import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'

/**
 * A number in E.164 (`+61412345678`) in the format of a region: grouped, and without the country code where it is the region's own.
 * A text that is no number stays as it is.
 */
export function formatPhone(e164: string, region: string): string {
  const number = parsePhoneNumberFromString(e164, { extract: false }, metadata)
  if (!number) return e164
  const country = getCountries(metadata).find((code) => code === region)
  const isDomestic =
    country !== undefined && getCountryCallingCode(country, metadata) === number.countryCallingCode
  return isDomestic ? number.formatNational() : number.formatInternational()
}
