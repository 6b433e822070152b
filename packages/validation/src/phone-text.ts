/** Direction marks, joiners and similar characters: numbers that are copied from an address book often contain them. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/** The text of a phone field without what only a copy brings along: invisible characters, and the `tel:` of a link. */
export function cleanPhoneText(text: string): string {
  return text.replace(invisible, '').replace(/^\s*tel:/i, '')
}
