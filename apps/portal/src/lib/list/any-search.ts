/** The address of any list: filters, search, order, page and the open row, by their names. */
export type AnySearch = Record<string, string | number | undefined>

/** Keeps the texts and numbers of an address. The page of the list reads them by its declaration, which no other page has to load. */
export function anySearch(search: Record<string, unknown>): AnySearch {
  const kept = Object.entries(search).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number',
  )
  return Object.fromEntries(kept)
}
