import { getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'

/** Whether a text as a whole is a phone number; a region the library does not know takes only full ones. */
export function isPhoneNumber(text: string, region: string): boolean {
  const country = getCountries(metadata).find((known) => known === region)
  const options = { extract: false, ...(country && { defaultCountry: country }) }
  return parsePhoneNumberFromString(text, options, metadata)?.isValid() ?? false
}
