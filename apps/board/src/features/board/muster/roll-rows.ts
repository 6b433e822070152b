import { type PersonMarks, unmarked } from '@gatehouse/validation/muster'
import { joinRole } from '../people.ts'
import type { ListedPerson } from './listed-people.ts'
import type { MarkWords } from './words.ts'

export interface RollRow {
  id: string
  name: string
  role: string
  phone: string
  dependents: number
  state: 'safe' | 'missing' | 'help' | 'left'
  /** Who has seen the person, and when. */
  seen: string
  remarks: string
}

/** The list as it is printed and saved. */
export function rollRows(
  people: readonly ListedPerson[],
  marked: ReadonlyMap<string, PersonMarks>,
  words: MarkWords,
  points: readonly { id: string; name: string }[],
  formatPhone: (e164: string) => string,
): RollRow[] {
  return people.map((person) => {
    const { safe, helpNeeded, point, notes } = marked.get(person.id) ?? unmarked
    const hasLeft = person.entry?.had_left && !safe && !helpNeeded
    return {
      id: person.id,
      name: `${person.lastName}, ${person.firstName}`.replace(/^, |, $/g, ''),
      role: joinRole(person),
      phone: person.tel === null ? '' : person.telMasked ? person.tel : formatPhone(person.tel),
      dependents: person.dependents,
      state: helpNeeded ? 'help' : safe ? 'safe' : hasLeft ? 'left' : 'missing',
      seen: safe ? `${words.who(safe)}, ${words.when(safe.at)}` : '',
      remarks: [
        points.find(({ id }) => id === point?.point_id)?.name,
        ...notes.map(({ text }) => text),
        person.entry?.left_at && words.when(person.entry.left_at),
      ]
        .filter(Boolean)
        .join(' · '),
    }
  })
}

export type StateNames = Record<RollRow['state'], string>

export interface FileWords {
  language: string
  title: string
  written: string
  figures: string
  columns: string[]
  states: StateNames
}

/** One plain page with nothing else to fetch: it opens on any device, without a network. */
export function rollFile(rows: readonly RollRow[], words: FileWords): string {
  const cells = (tag: 'td' | 'th', texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')
  const body = rows.map(
    (row) =>
      `<tr class="${row.state}">${cells('td', [
        row.name + (row.dependents > 0 ? ` + ${row.dependents}` : ''),
        row.role,
        row.phone,
        words.states[row.state],
        row.seen,
        row.remarks,
      ])}</tr>`,
  )
  return `<!doctype html>
<html lang="${escaped(words.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(words.title)}</title>
<style>body{font:16px/1.4 system-ui,sans-serif;margin:24px;color:#000;background:#fff}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #666;padding:6px 8px;text-align:left;vertical-align:top}.missing td,.help td{font-weight:700}
.left td{color:#555}tr{break-inside:avoid}</style></head>
<body><h1>${escaped(words.title)}</h1><p>${escaped(words.written)}</p><p><strong>${escaped(words.figures)}</strong></p>
<table><thead><tr>${cells('th', words.columns)}</tr></thead><tbody>${body.join('\n')}</tbody></table></body></html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** Hands a file to the browser. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
