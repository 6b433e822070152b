import type { ReadingActor } from '../../context.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'
import type { LogCursor } from './cursor.ts'
import { entryColumns } from './entry-columns.ts'
import type { LogRange } from './range.ts'
import { type LogPart, type LogQuestion, type LogRow, logQuery, searchedRange } from './streams.ts'

const FIRST_SPAN_MS = DAY_MS
/** So many times as long as the span before is each. */
const GROWTH = 10

/**
 * The entries of a part, the nearest first. Where filters choose among them, or each site of a person is read by itself, they are searched for in
 * spans of time, the nearest first, until the part is full. In one query each month would be read until something is found in it, before the
 * first entry of any month is known.
 */
export async function readEntries(
  tx: Transaction,
  actor: ReadingActor,
  question: LogQuestion,
  part: LogPart,
): Promise<LogRow[]> {
  const spans = isSifted(actor, question) ? spansOf(searchedRange(question), part.cursor) : [question.range]
  const rows: LogRow[] = []
  for (const range of spans) {
    const rest = { ...part, limit: part.limit - rows.length }
    const query = logQuery(actor, { ...question, range }, rest, entryColumns(actor))
    if (!query) break
    // oxlint-disable-next-line no-await-in-loop -- a later span is read only where the ones before do not fill the part
    rows.push(...(await tx.execute<LogRow>(query)))
    if (rows.length >= part.limit) break
  }
  return rows
}

/** Whether entries are left out that the index of their order does not know. The records of few people have an index. */
function isSifted(actor: ReadingActor, question: LogQuestion): boolean {
  const { people, method, kind, role, result, stay, weekday, hour, question: asked, answer } = question
  if (people?.keys) return false
  const isOfSites = !actor.admin && !actor.siteAdmin
  return isOfSites || [people, method, kind, role, result, stay, weekday, hour, asked, answer].some(Boolean)
}

/**
 * A range in spans from the cursor on, in its direction: each follows the one before, and is longer. They hold all moments of the range that lie
 * on that side of the cursor, and its own.
 */
export function* spansOf({ from, to }: LogRange, cursor: LogCursor | undefined): Generator<LogRange> {
  const [first, last] = [from.getTime(), to.getTime()]
  const within = (moment: number) => Math.min(Math.max(moment, first), last)
  const isNewer = cursor?.direction === 'newer'
  let edge = within(cursor ? cursor.at + (isNewer ? 0 : 1) : last)
  for (let length = FIRST_SPAN_MS; isNewer ? edge < last : edge > first; length *= GROWTH) {
    const next = within(isNewer ? edge + length : edge - length)
    yield isNewer
      ? { from: new Date(edge), to: new Date(next) }
      : { from: new Date(next), to: new Date(edge) }
    edge = next
  }
}
