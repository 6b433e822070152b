import { expect, test } from 'vitest'
import { kinds } from './kinds.ts'

const features = { checkedInUsers: true, helpWidget: true }

test('what was found is opened, or its list is searched for what names it alone', () => {
  const found = { id: 'a1', name: 'Ana Silva', detail: 'ana@harbour.example', stay: null }
  expect(kinds.site.hrefOf({ kind: 'site', ...found }, features)).toBe('/site_management/a1')
  expect(kinds.user.hrefOf({ kind: 'user', ...found }, features)).toBe(
    '/user_management?search=ana%40harbour.example',
  )
})

test('a person on site is opened among those, or in the log where a look has no such page', () => {
  const stay = { site_id: 's1', at: '2026-11-20T03:04:05.678Z', time_zone: 'Australia/Sydney' }
  const found = { kind: 'present' as const, id: 'v1', name: 'Ana Silva', detail: 'Quay', stay }
  const address = '?search=Ana+Silva&site=s1&row=v1'
  expect(kinds.present.hrefOf(found, features)).toBe(`/checked_in_users${address}`)
  expect(kinds.present.hrefOf(found, { ...features, checkedInUsers: false })).toBe(`/access_log${address}`)
  expect(kinds.left.hrefOf({ ...found, kind: 'left' }, features)).toBe(`/access_log${address}`)
})
