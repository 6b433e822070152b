import { readSearch, type SearchWord } from '@gatehouse/validation/search-terms'
import { and, type AnyColumn, like, or, sql, type SQL } from 'drizzle-orm'
import type { FoldedText } from './schema/columns.ts'
import { json } from './sql-values.ts'

type FoldedTextColumn = AnyColumn<{ data: FoldedText }> | SQL<FoldedText>

/** The folded text of a column that has no folded one beside it. It is computed for each row, so the rows have to be few. */
export function foldNow(column: AnyColumn): SQL<FoldedText> {
  return sql<FoldedText>`gatehouse_fold(${column})`
}

/**
 * The same of a text that may be in any of many rows: plain ASCII only becomes lower case, with spaces for dashes, a quarter of the work. The
 * function does no more where the pattern finds nothing.
 */
export function foldManyNow(value: SQL): SQL<FoldedText> {
  return sql<FoldedText>`(case when (${value}) collate "C" !~ ${unplain} then translate(lower((${value}) collate "C"), '-', ' ')
    else gatehouse_fold(${value}) end)`
}

/** A letter beyond ASCII, a control character, an apostrophe; spaces or dashes at an end, or more than one. */
const unplain = sql.raw(String.raw`E'[^\t -&(-_a-~]|[ -]{2}|^[ -]|[ -]$'`)

export interface SearchColumns {
  /** Made by `foldedColumn`. There is at least one, because a search without columns would find every row. */
  texts: readonly [FoldedTextColumn, ...FoldedTextColumn[]]
  /**
   * The rows that are found by a text of another table; undefined where a word is in none. A subquery costs less than a join, for which all rows
   * would be put together first.
   */
  related?: (hasWord: (column: FoldedTextColumn) => SQL | undefined, word: SearchWord) => SQL | undefined
  /**
   * A phone number in E.164, with the rows in which it may be searched. Finding somebody by a number reveals the number, so a search
   * reads it only where the reader may see it in full.
   */
  phone?: { column: AnyColumn | SQL; readable: SQL | undefined }
}

/**
 * The rows in which every word and number of the search is found, as `matchesTerms` finds them in a browser; undefined where nothing
 * was typed. A condition on an indexed column beside it keeps the number of rows small that are compared.
 */
export function matchesSearch(
  typed: string | undefined,
  { texts, related, phone }: SearchColumns,
): SQL | undefined {
  const { words, numbers } = readSearch(typed ?? '')
  const hasWord = (word: SearchWord) =>
    or(
      ...texts.map((column) => containsWord(column, word)),
      related?.((column) => containsWord(column, word), word),
    )
  return and(
    ...words.map(hasWord),
    ...numbers.map((number) =>
      or(
        and(...number.words.map(hasWord)),
        // Few numbers match. Who may read them is asked only of these.
        phone && and(or(...number.partsOfPhone.map((part) => contains(phone.column, part))), phone.readable),
      ),
    ),
  )
}

/** The rows of which a word begins with one of these spellings. */
export function hasWordWith(column: FoldedTextColumn, beginning: SearchWord): SQL | undefined {
  return or(
    ...beginning.flatMap((spelling) =>
      ['', '%\t', '% ', '%-'].map((before) => like(column, `${before}${escape(spelling)}%`)),
    ),
  )
}

/** The rows whose text has one of these folded texts in it. */
export function containsAny(column: FoldedTextColumn, texts: readonly string[]): SQL {
  const patterns = json(texts.map((text) => `%${escape(text)}%`))
  return sql`${column} like any(array(select jsonb_array_elements_text(${patterns})))`
}

const containsWord = (column: FoldedTextColumn, word: SearchWord) =>
  or(...word.map((spelling) => contains(column, spelling)))

function contains(column: AnyColumn | SQL, text: string): SQL {
  return like(column, `%${escape(text)}%`)
}

/** LIKE reads `%`, `_` and `\` in its pattern as signs of its own. */
function escape(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
