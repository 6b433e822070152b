/** An optional sign and digits, with the blanks and marks that people write between them. */
const MOBILE = /^[+]?[\d\s().-]*$/

/** Whether a text can be a mobile number, or none; whether it is one in the client's region is the server's to say. */
export function isMobileText(text: unknown): boolean {
  return typeof text === 'string' && MOBILE.test(text.trim())
}
