const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface Place {
  /** The path with the names of its parameters, such as `/site_management/$siteId/$tab`. */
  fullPath: string
  search: Readonly<Record<string, unknown>>
}

/**
 * Where the rows of another client are, instead of this one's row: the list of its section, and a
 * search without ids.
 * @returns undefined where the page is not about a row
 */
export function pageWithoutRow({
  fullPath,
  search,
}: Place): { to: string; search: Record<string, unknown> } | undefined {
  const [path = '', row] = fullPath.split('/$')
  const kept = Object.entries(search).filter(([, value]) => !ID.test(String(value)))
  if (row !== undefined) return { to: path, search: {} }
  return kept.length < Object.keys(search).length ? { to: path, search: Object.fromEntries(kept) } : undefined
}
