import { getCountries, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'
import { cleanPhoneText } from './phone-text.ts'
import { plainDigits } from './plain-digits.ts'

/**
 * Parses a phone number. National numbers are read by the region; for an unknown region only
 * international ones are valid. `00` works in every region, because visitors write numbers as at
 * home.
 * @returns the number in E.164, or undefined where the whole text is no number
 */
export function toE164(text: string, region: string): string | undefined {
  return read(text, region, (number) => number.isValid())
}

/**
 * Parses a number that the numbering plan does not know, but whose length it allows: plans change,
 * and the library learns it later.
 * @returns as `toE164`
 */
export function toPossibleE164(text: string, region: string): string | undefined {
  return read(text, region, (number) => number.isPossible())
}

/** Until 2019, Mexican mobiles had a leading 1 from abroad, as address books still have. */
const mexicanMobile = /^\s*\+\D*52\D*1(?=(?:\D*\d){10}\D*$)/

function read(
  text: string,
  region: string,
  isAccepted: (number: PhoneNumber) => boolean,
): string | undefined {
  const country = getCountries(metadata).find((known) => known === region)
  const options = { extract: false, ...(country && { defaultCountry: country }) }
  const visible = plainDigits(cleanPhoneText(text))
  const international = visible.replace(/^\s*00/, '+')
  for (const written of [visible, international, international.replace(mexicanMobile, '+52')]) {
    const number = parsePhoneNumberFromString(written, options, metadata)
    if (number && number.ext === undefined && isAccepted(number)) return number.number
  }
  return undefined
}

/** A stored number as people of the region write it: national, else with its country code. */
export function toWrittenNumber(e164: string, region: string): string {
  const number = parsePhoneNumberFromString(e164, { extract: false }, metadata)
  if (!number) return e164
  return number.country === region ? number.formatNational() : number.formatInternational()
}
