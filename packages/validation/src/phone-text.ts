/** Direction marks, joiners, tabs and the like, as in numbers copied from an address book. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{C}]/gu

/**
 * Removes what copying adds to a phone number: invisible characters, and the `tel:` or `tel://` of
 * a link with its parameters (RFC 3966).
 */
export function cleanPhoneText(text: string): string {
  return text
    .replace(invisible, '')
    .replace(/^\s*tel:\/*([^;]*).*/i, '$1')
    .replace(/^\s*%2b/i, '+')
}
