import type { CountryCode } from 'libphonenumber-js/core'

/** Whether a text is a phone number in the method's region. */
export type PhoneCheck = (text: string) => boolean

/**
 * The check of a region, which costs a library and is fetched when the visitor is about to need it.
 * A region that the library does not know takes only numbers with a country code.
 */
export async function loadPhoneCheck(region: string): Promise<PhoneCheck> {
  const [{ parsePhoneNumberFromString, isSupportedCountry }, { default: metadata }] = await Promise.all([
    import('libphonenumber-js/core'),
    import('libphonenumber-js/min/metadata'),
  ])
  const known: CountryCode | undefined = isSupportedCountry(region, metadata) ? region : undefined
  return (text) =>
    parsePhoneNumberFromString(
      text,
      known ? { defaultCountry: known, extract: false } : { extract: false },
      metadata,
    )?.isValid() ?? false
}

/** Without the library only the plainly impossible is refused; the server has the last word in any case. */
export const lenientPhoneCheck: PhoneCheck = (text) =>
  text.normalize('NFKC').replace(/[^0-9]/g, '').length >= 4
