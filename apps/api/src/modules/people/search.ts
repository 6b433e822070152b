import { readSearch } from '@gatehouse/validation/search-terms'
import { and, type AnyColumn, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import type { VisibleSites } from '../sites/policy.ts'

/** Where a search looks. */
export interface Searched {
  /** Folded columns. */
  texts: readonly AnyColumn[]
  /** A number in E.164, looked into only for rows of the `readable` sites: finding somebody by a number tells the number. */
  mobile: { column: AnyColumn; siteId: AnyColumn; readable: VisibleSites }
}

/** The rows in which everything that was typed is found, as `matchesTerms` finds it in a browser; undefined for nothing typed. */
export function matchesSearch(typed: string | undefined, { texts, mobile }: Searched): SQL | undefined {
  const { words, numbers } = readSearch(typed ?? '')
  const hasWord = (word: string) => or(...texts.map((column) => contains(column, word)))
  const isReadable = isOneOf(mobile.siteId, mobile.readable)
  return and(
    ...words.map(hasWord),
    ...numbers.map((number) =>
      or(
        and(...number.words.map(hasWord)),
        and(isReadable, or(...number.partsOfPhone.map((part) => contains(mobile.column, part)))),
      ),
    ),
  )
}

function contains(column: AnyColumn, text: string): SQL {
  return like(column, `%${text.replace(/[\\%_]/g, '\\$&')}%`)
}

function isOneOf(siteId: AnyColumn, sites: VisibleSites): SQL | undefined {
  if (sites === 'all') return undefined
  return sites.length === 0 ? sql`false` : inArray(siteId, sites)
}
