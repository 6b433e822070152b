import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'
import { cleanPhoneText } from './phone-text.ts'

/**
 * Reads a phone number. National numbers are read by the region; for an unknown region only international ones are valid. `00` is understood
 * in every region, because visitors write their numbers as at home.
 * @returns the number in E.164, or undefined where the whole text is no number
 */
export function toE164(text: string, region: string): string | undefined {
  const country = getCountries(metadata).find((known) => known === region)
  const visible = cleanPhoneText(text)
  return read(visible, country) ?? read(visible.replace(/^\s*[0\uff10]{2}/u, '+'), country)
}

function read(text: string, country: CountryCode | undefined): string | undefined {
  const options = { extract: false, ...(country && { defaultCountry: country }) }
  const number = parsePhoneNumberFromString(text, options, metadata)
  return number?.isValid() && number.ext === undefined ? number.number : undefined
}
