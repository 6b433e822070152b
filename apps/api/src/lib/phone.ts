import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/** A phone number in E.164, or undefined where the text is none; a national form is read in the region. */
export function toE164(text: string, region: string): string | undefined {
  const number = parsePhoneNumberFromString(
    text,
    isSupportedCountry(region) ? { defaultCountry: region } : {},
  )
  return number?.isValid() && number.ext === undefined ? number.number : undefined
}
