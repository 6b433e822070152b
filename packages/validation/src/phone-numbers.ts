import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'

/** Direction marks, joiners and the like: numbers that are copied out of an address book are often wrapped in them. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/**
 * A phone number in E.164, or undefined where the text as a whole is none. A national form is read in the region; a region that
 * nobody knows takes only full numbers. Where a region has another prefix for abroad, `00` is understood as well: visitors write
 * their numbers as at home.
 */
export function toE164(text: string, region: string): string | undefined {
  const country = getCountries(metadata).find((known) => known === region)
  const visible = text.replace(invisible, '')
  return read(visible, country) ?? read(visible.replace(/^\s*[0\uff10]{2}/u, '+'), country)
}

function read(text: string, country: CountryCode | undefined): string | undefined {
  const options = { extract: false, ...(country && { defaultCountry: country }) }
  const number = parsePhoneNumberFromString(text, options, metadata)
  return number?.isValid() && number.ext === undefined ? number.number : undefined
}
