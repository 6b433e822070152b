/** Where an entry stands in the log: its time in milliseconds, its place among the events of that moment, its id. */
export interface LogPlace {
  at: number
  rank: number
  id: string
}

export interface LogCursor extends LogPlace {
  direction: 'older' | 'newer'
}

const letters = { older: 'o', newer: 'n' } as const

/**
 * A place as text. It holds nothing that the page does not show, and whatever stands in it names only where to begin: rights and filters are
 * those of the request.
 */
export function writeCursor(direction: LogCursor['direction'], { at, rank, id }: LogPlace): string {
  return `${letters[direction]}.${at}.${rank}.${id}`
}

/** Reads a text of the form that the declaration of the endpoint has checked. */
export function readCursor(text: string): LogCursor {
  const [letter, at = '', rank = '', id = ''] = text.split('.')
  return { direction: letter === letters.newer ? 'newer' : 'older', at: Number(at), rank: Number(rank), id }
}
