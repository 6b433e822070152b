import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'

/**
 * A number in E.164 as people of a region read it: grouped, without the country's code where it is their own. What is no
 * number stays as it is.
 */
export function formatPhone(e164: string, region: string): string {
  const number = parsePhoneNumberFromString(e164, { extract: false }, metadata)
  if (!number) return e164
  const country = getCountries(metadata).find((known) => known === region)
  const isDomestic =
    country !== undefined && getCountryCallingCode(country, metadata) === number.countryCallingCode
  return isDomestic ? number.formatNational() : number.formatInternational()
}
