import type { BulkResult } from '@gatehouse/validation/list-endpoint'

const MAX_NAMES = 10

export interface BlockedGroup {
  code: string
  /** The server's text, for an unknown code. */
  message: string
  /** Names of rows that the page knows. */
  rows: readonly string[]
  /** The number of further rows with the same reason. */
  others: number
}

/**
 * The rows that a bulk action skipped, by reason.
 * @param names of the visible rows, by their ids
 */
export function blockedByReason(
  blocked: BulkResult['blocked'],
  names: ReadonlyMap<string, string>,
): BlockedGroup[] {
  const codes = [...new Set(blocked.map(({ code }) => code))]
  return codes.map((code) => {
    const group = blocked.filter((row) => row.code === code)
    const rows = group.flatMap(({ id, people }) => withPeople(names.get(id), people)).slice(0, MAX_NAMES)
    return { code, message: group[0]?.message ?? code, rows, others: group.length - rows.length }
  })
}

/** The row's name with the people who block it, such as "Hall (Ana Silva, Bo Li, +3)". */
function withPeople(name: string | undefined, people: BulkResult['blocked'][number]['people']): string[] {
  if (name === undefined) return []
  if (!people) return [name]
  const others = people.total - people.names.length
  return [`${name} (${[...people.names, ...(others > 0 ? [`+${others}`] : [])].join(', ')})`]
}
