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
  /** With how many they came: `+ 3`, or empty. */
  dependents: string
  state: 'safe' | 'missing' | 'help' | 'left' | 'uncounted'
  /** Who has seen the person, and when. */
  seen: string
  remarks: string
}

interface RollTexts {
  formatPhone: (e164: string) => string
  visitor: string
  extension: (phoneExt: string) => string
  nameless: string
}

/** The list as it is printed and saved. */
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
      // Who has seen the person stands in a column of its own.
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
  /** Of when the list is; empty where the server was not heard. */
  written: string
  /** Why the list may not be all; empty where it is. */
  doubts: string
  /** That the numbers are there on purpose. */
  numbers: string
  figures: string
  columns: string[]
  states: StateNames
}

/** Where nobody was seen, names have the room of who has seen them. */
export const isAnySeen = (rows: readonly RollRow[]): boolean => rows.some(({ seen }) => seen !== '')

const SEEN = 5

export const columnsOf = ({ columns }: Pick<FileWords, 'columns'>, hasSeen: boolean): string[] =>
  columns.filter((_, at) => hasSeen || at !== SEEN)

/** A number has one line and the width of it. The others share the rest. */
const columnWidths = (widths: readonly number[]) =>
  widths.map((width, at) => `tr:not(.running)>th:nth-child(${at + 1}){width:${width}%}`).join('')

/** What stands on each sheet of paper. */
export const runningHead = ({ title, written }: Pick<FileWords, 'title' | 'written'>): string =>
  [title, written].filter(Boolean).join(' · ')

/** One plain page with nothing else to fetch: it opens on any device, without a network. */
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

/** Hands a file to the browser. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
