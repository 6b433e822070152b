import { readSearch, type SearchWord } from '@gatehouse/validation/search-terms'
import { and, type AnyColumn, like, or, sql, type SQL } from 'drizzle-orm'
import type { FoldedText } from './schema/columns.ts'
import { json } from './sql-values.ts'

type FoldedTextColumn = AnyColumn<{ data: FoldedText }> | SQL<FoldedText>

/** Folds a column without a folded copy, row by row: use it for few rows only. */
export function foldNow(column: AnyColumn): SQL<FoldedText> {
  return sql<FoldedText>`gatehouse_fold(${column})`
}

/**
 * Folds a text for many rows. Plain ASCII is only put in lower case, with spaces for dashes, which
 * takes a quarter of the time and gives the same result as the function.
 */
export function foldManyNow(value: SQL): SQL<FoldedText> {
  return sql<FoldedText>`(case when (${value}) collate "C" !~ ${unplain} then translate(lower((${value}) collate "C"), '-', ' ')
    else gatehouse_fold(${value}) end)`
}

/**
 * Matches a text that needs the function: a letter beyond ASCII, a control character, an
 * apostrophe; or spaces or dashes at an end or in a row.
 */
const unplain = sql.raw(String.raw`E'[^\t -&(-_a-~]|[ -]{2}|^[ -]|[ -]$'`)

export interface SearchColumns {
  /** Columns made by `foldedColumn`. Without any, a search would match every row. */
  texts: readonly [FoldedTextColumn, ...FoldedTextColumn[]]
  /**
   * The rows that match by a text of another table; undefined where none can. A subquery is cheaper
   * than a join, which would first combine all rows.
   */
  related?: (hasWord: (column: FoldedTextColumn) => SQL | undefined, word: SearchWord) => SQL | undefined
  /**
   * A phone number in E.164, and the rows whose number may be searched. A match reveals the number,
   * so only numbers that the reader may see in full are compared.
   */
  phone?: { column: AnyColumn | SQL; readable: SQL | undefined }
}

/**
 * Matches rows that contain every word and number of the search, as `matchesTerms` does in a
 * browser; undefined for an empty search. Combine it with a condition on an indexed column, to
 * limit the number of rows compared.
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
        // Few numbers match. The permission to read them is checked only for these.
        phone && and(or(...number.partsOfPhone.map((part) => contains(phone.column, part))), phone.readable),
      ),
    ),
  )
}

/** Rows in which a word begins with one of these spellings. */
export function hasWordWith(column: FoldedTextColumn, beginning: SearchWord): SQL | undefined {
  return or(
    ...beginning.flatMap((spelling) =>
      ['', '%\t', '% ', '%-'].map((before) => like(column, `${before}${escape(spelling)}%`)),
    ),
  )
}

/** Rows whose text contains one of these folded texts. */
export function containsAny(column: FoldedTextColumn, texts: readonly string[]): SQL {
  const patterns = json(texts.map((text) => `%${escape(text)}%`))
  return sql`${column} like any(array(select jsonb_array_elements_text(${patterns})))`
}

const containsWord = (column: FoldedTextColumn, word: SearchWord) =>
  or(...word.map((spelling) => contains(column, spelling)))

function contains(column: AnyColumn | SQL, text: string): SQL {
  return like(column, `%${escape(text)}%`)
}

/** Escapes `%`, `_` and `\`, which are special in a LIKE pattern. */
function escape(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
