import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { users } from './schema/users.ts'
import { matchesSearch } from './search.ts'

it.each([
  ['letters that unfold to several words', '\ufdfa'.repeat(200)],
  ['words of one letter', 'a '.repeat(200)],
  ['numbers of one digit', '1 '.repeat(200)],
])('a search of %s has at most 8 terms of 100 characters together', (_, typed) => {
  const condition = matchesSearch(typed, { texts: [users.foldedName] })
  if (!condition) throw new Error('Something was typed')
  const { sql, params } = new PgDialect().sqlToQuery(condition)
  expect(sql.match(/ like /g)).toHaveLength(8)
  expect(params.map((pattern) => String(pattern).replaceAll('%', '')).join('').length).toBeLessThanOrEqual(
    100,
  )
})

it('a search of many umlauts has few patterns', () => {
  const condition = matchesSearch('äbäbäb '.repeat(8), { texts: [users.foldedName] })
  if (!condition) throw new Error('Something was typed')
  expect(new PgDialect().sqlToQuery(condition).sql.match(/ like /g)?.length).toBeLessThanOrEqual(40)
})
