import { isOnlyFlagged, type PersonMarks, unmarked } from '@gatehouse/validation/muster'
import { listName } from '@gatehouse/validation/list-name'
import { joinRole } from '../people/people.ts'
import type { ListedPerson } from './listed-people.ts'
import { remarksOf } from './remarks.ts'
import type { MarkWords } from './words.ts'

export interface RollRow {
  id: string
  name: string
  role: string
  phone: string
  /** The number of dependents, as `+ 3`; empty for none. */
  dependents: string
  state: 'safe' | 'missing' | 'help' | 'left' | 'uncounted'
  /** Who saw the person, and when. */
  seen: string
  remarks: string
}

interface RollTexts {
  formatPhone: (e164: string) => string
  visitor: string
  extension: (phoneExt: string) => string
  nameless: string
}

/** The list as printed and saved. */
export function rollRows(
  people: readonly ListedPerson[],
  marked: ReadonlyMap<string, PersonMarks>,
  words: MarkWords,
  points: readonly { id: string; name: string }[],
  texts: RollTexts,
): RollRow[] {
  return people.map((person) => {
    const known = marked.get(person.id) ?? unmarked
    const { safe, helpNeeded } = known
    const isApart = person.entry ? person.entry.had_left : isOnlyFlagged(known)
    return {
      id: person.id,
      name: listName(person.firstName, person.lastName) || texts.nameless,
      role: joinRole(person) || (person.entry?.kind === 'visitor' ? texts.visitor : ''),
      phone: phoneOf(person, texts),
      dependents: person.dependents > 0 ? `+ ${person.dependents}` : '',
      state: helpNeeded ? 'help' : safe ? 'safe' : !isApart ? 'missing' : person.entry ? 'left' : 'uncounted',
      seen: safe ? `${words.who(safe)}, ${words.when(safe.at)}` : '',
      // Who saw the person has its own column.
      remarks: remarksOf(person, known, words, points)
        .filter(({ kind }) => kind !== 'safe')
        .map(words.say)
        .join(' · '),
    }
  })
}

/** A number with its extension. */
function phoneOf({ tel, telMasked, phoneExt }: ListedPerson, { formatPhone, extension }: RollTexts): string {
  const number = tel !== null && (telMasked ? tel : formatPhone(tel))
  return [number, phoneExt && extension(phoneExt)].filter(Boolean).join(', ')
}

export type StateNames = Record<RollRow['state'], string>

export interface FileWords {
  language: string
  title: string
  started: string
  /** The time of the list; empty if the server has not responded yet. */
  written: string
  /** Why the list may be incomplete; empty if it is complete. */
  doubts: string
  /** A note that the numbers are included on purpose. */
  numbers: string
  figures: string
  columns: string[]
  states: StateNames
}

/** If no one was seen, that column is left out and names get its space. */
export const isAnySeen = (rows: readonly RollRow[]): boolean => rows.some(({ seen }) => seen !== '')

const SEEN = 5

export const columnsOf = ({ columns }: Pick<FileWords, 'columns'>, hasSeen: boolean): string[] =>
  columns.filter((_, at) => hasSeen || at !== SEEN)

/** A number gets the width of one line. The other columns share the rest. */
const columnWidths = (widths: readonly number[]) =>
  widths.map((width, at) => `tr:not(.running)>th:nth-child(${at + 1}){width:${width}%}`).join('')

/** Printed on each sheet. */
export const runningHead = ({ title, written }: Pick<FileWords, 'title' | 'written'>): string =>
  [title, written].filter(Boolean).join(' · ')

/** A self-contained HTML page that opens on any device without a network. */
export function rollFile(rows: readonly RollRow[], words: FileWords): string {
  const cells = (tag: 'td' | 'th', texts: readonly string[]) =>
    texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')
  const hasSeen = isAnySeen(rows)
  const columns = columnsOf(words, hasSeen)
  const body = rows.map(
    (row) =>
      `<tr class="${row.state}">${cells('td', [
        row.name,
        row.dependents,
        row.role,
        row.phone,
        words.states[row.state],
        ...(hasSeen ? [row.seen] : []),
        row.remarks,
      ])}</tr>`,
  )
  return `<!doctype html>
<html lang="${escaped(words.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(words.title)}</title>
<style>body{font:16px/1.4 system-ui,sans-serif;margin:24px;color:#000;background:#fff}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #666;padding:6px 8px;text-align:left;vertical-align:top}
td{overflow-wrap:break-word}td:nth-child(-n+3){overflow-wrap:anywhere}td:nth-child(n+4):nth-child(-n+5){white-space:nowrap}
${columnWidths(hasSeen ? [24, 1, 18, 1, 1, 24, 30] : [38, 1, 14, 1, 1, 30])}
@media screen{table{min-width:700px}.running{display:none}}
@media print{body{margin:0;font-size:10pt}h1{font-size:16pt}table{font-size:9pt;line-height:1.2}th,td{padding:2px 5px}th{font-size:8pt}}
@page{margin:12mm;@bottom-right{content:counter(page) ' / ' counter(pages);font:9pt sans-serif}}
@media screen{.missing td{font-weight:700}}.help td,.missing td:nth-child(5){font-weight:700}
.left td,.uncounted td{color:#555}tr{break-inside:avoid}</style></head>
<body><h1>${escaped(words.title)}</h1><p>${escaped(words.started)}<br>${escaped(words.written)}</p>${words.doubts && `<p><strong>${escaped(words.doubts)}</strong></p>`}<p><strong>${escaped(words.figures)}</strong></p><p>${escaped(words.numbers)}</p>
<table><thead><tr class="running"><th colspan="${columns.length}">${escaped(runningHead(words))}</th></tr><tr>${cells('th', columns)}</tr></thead><tbody>${body.join('\n')}</tbody></table></body></html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** Saves a file through the browser's download. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
