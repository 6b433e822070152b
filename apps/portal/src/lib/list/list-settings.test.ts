import { expect, test } from 'vitest'
import { defaultSearch, hasView, parseSettings, withoutView, withView } from './list-settings.ts'

const defaults = { hiddenColumns: [], pinnedColumns: [], views: [] }

test.each([undefined, '', 'not JSON', '[]', '"text"', '{"hiddenColumns":1,"views":{}}'])(
  '%j counts as nothing said',
  (text) => {
    expect(parseSettings(text)).toEqual(defaults)
  },
)

test('what was remembered is read again', () => {
  const settings = {
    hiddenColumns: ['site'],
    pinnedColumns: ['role'],
    views: [{ name: 'A', search: { page: 2 } }],
  }
  expect(parseSettings(JSON.stringify(settings))).toEqual(settings)
})

test('a view keeps filters and order, not the page, open details or an open window', () => {
  const settings = withView(parseSettings(undefined), 'Visitors', {
    kind: 'visitor',
    sort: 'name asc',
    search: '',
    site: undefined,
    page: 3,
    row: 'a',
    modal: 'details',
  })
  expect(settings.views).toEqual([{ name: 'Visitors', search: { kind: 'visitor', sort: 'name asc' } }])
})

test('the name of a view is taken in every spelling, until the view is deleted', () => {
  const settings = withView(parseSettings(undefined), 'My view', { kind: 'user' })
  for (const name of ['My view', ' MY\u00a0view', 'ｍy\u200b view'])
    expect(hasView(settings, name)).toBe(true)
  expect(hasView(settings, 'My views')).toBe(false)
  expect(hasView(withoutView(settings, 'My view'), 'My view')).toBe(false)
})

test('the view with which a list opens goes with the view', () => {
  const settings = { ...withView(parseSettings(undefined), 'A', { kind: 'user' }), defaultView: 'A' }
  expect(defaultSearch(parseSettings(JSON.stringify(settings)))).toEqual({ kind: 'user' })
  expect(defaultSearch(withoutView(settings, 'A'))).toBeUndefined()
  expect(defaultSearch(withView(withoutView(settings, 'A'), 'A', {}))).toBeUndefined()
})

test('a view that another window saved under the name meanwhile is replaced, and no name is there twice', () => {
  const one = withView(parseSettings(undefined), 'Mine', { kind: 'user' })
  expect(withView(one, 'MINE', { kind: 'visitor' }).views).toEqual([
    { name: 'MINE', search: { kind: 'visitor' } },
  ])
})
