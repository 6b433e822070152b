/** Whether a text is a phone number in the method's region. */
export type PhoneCheck = (text: string) => boolean

/** The check of a region, which costs a library and is fetched when the visitor is about to need it. */
export async function loadPhoneCheck(region: string): Promise<PhoneCheck> {
  const { toE164 } = await import('@gatehouse/validation/phone-numbers')
  return (text) => toE164(text, region) !== undefined
}

/** Without the library only the plainly impossible is refused; the server has the last word in any case. */
export const lenientPhoneCheck: PhoneCheck = (text) =>
  text.normalize('NFKC').replace(/[^0-9]/g, '').length >= 4

let fetched: { region: string; check: Promise<PhoneCheck> } | undefined

/** The check of a region, fetched once; a fetch that failed is tried again the next time. */
export function phoneCheckOf(region: string): Promise<PhoneCheck> {
  if (fetched?.region !== region) {
    const check = loadPhoneCheck(region)
    check.catch(() => (fetched = undefined))
    fetched = { region, check }
  }
  return fetched.check
}
