import { expect, test } from 'vitest'
import { claimOf, isOfSiteAdmin } from './token-claims.ts'

const tokenOf = (claims: object) => `.${btoa(JSON.stringify(claims))}.`

test('what a token says is read, and one that cannot be read says nothing', () => {
  expect(claimOf(tokenOf({ sub: 'ana' }), 'sub')).toBe('ana')
  expect(isOfSiteAdmin(tokenOf({ site_admin: true }))).toBe(true)
  expect(isOfSiteAdmin(tokenOf({ site_admin: false }))).toBe(false)
  for (const token of [undefined, '', 'a session', '.%.']) expect(isOfSiteAdmin(token)).toBe(false)
})
