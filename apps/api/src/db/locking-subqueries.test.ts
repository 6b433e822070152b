import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = join(import.meta.dirname, '..')
/** `lockBatch` writes such a subquery. */
const CLAUSE = /for update(?: of \w+)? skip locked|\$\{lockBatch\(/g
/**
 * What precedes the opening parenthesis of a subquery that PostgreSQL runs once, whatever the plan.
 */
const runsOnce = / (?:as materialized|=) $/

/** The text before the parenthesis around a position; undefined where the position is in none. */
function beforeOpening(text: string, place: number): string | undefined {
  const start = text.lastIndexOf('sql`', place)
  let depth = 0
  for (let at = place; at > start; at -= 1) {
    if (text[at] === ')') depth += 1
    if (text[at] === '(') depth -= 1
    if (depth < 0) return text.slice(start, at)
  }
  return undefined
}

function unsafeIn(text: string): string[] {
  return [...text.matchAll(CLAUSE)].flatMap(({ index }) => {
    const before = beforeOpening(text, index)
    return before === undefined || runsOnce.test(before) ? [] : [before.slice(-60)]
  })
}

/**
 * PostgreSQL may run a subquery once for each row of a join. With `limit` and `skip locked` each
 * run returns other rows, so a statement meant to take one row takes many. Materialised and scalar
 * subqueries run once.
 */
describe('a subquery that locks rows', () => {
  it('is told from one that may run again', () => {
    const inner = 'select id from a limit 1 for update skip locked)'
    expect(unsafeIn(`sql\`update a set b = 1 where id in (${inner}\``)).toHaveLength(1)
    expect(unsafeIn(`sql\`update a set b = 1 from (${inner} due\``)).toHaveLength(1)
    expect(unsafeIn(`sql\`update a set b = 1 where id = (${inner}\``)).toEqual([])
    expect(unsafeIn(`sql\`with due as materialized (${inner} delete from a\``)).toEqual([])
    expect(unsafeIn('sql`delete from a where id in (${lockBatch(rows)})`')).toHaveLength(1)
    expect(unsafeIn('sql`select f(id) from a limit 1 for update skip locked`')).toEqual([])
  })

  it('runs once in every statement', () => {
    const files = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] })
    const found = files.map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }))
    expect(found.filter(({ text }) => text.match(CLAUSE)).length).toBeGreaterThan(3)
    expect(found.flatMap(({ file, text }) => unsafeIn(text).map((before) => `${file}: ${before}`))).toEqual(
      [],
    )
  })
})
