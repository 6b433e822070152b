/** Direction marks, joiners, tabs and similar characters: numbers that are copied from an address book or a table often contain them. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{C}]/gu

/** The text of a phone field without what only a copy brings along: invisible characters, and the `tel:` or `tel://` of a link with its parameters (RFC 3966). */
export function cleanPhoneText(text: string): string {
  return text
    .replace(invisible, '')
    .replace(/^\s*tel:\/*([^;]*).*/i, '$1')
    .replace(/^\s*%2b/i, '+')
}
