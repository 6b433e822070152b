import { expect, test } from 'vitest'
import { defaultSearch, parseSettings, withoutView, withView } from './list-settings.ts'

const defaults = { hiddenColumns: [], views: [] }

test.each([undefined, '', 'not JSON', '[]', '"text"', '{"hiddenColumns":1,"views":{}}'])(
  '%j counts as nothing said',
  (text) => {
    expect(parseSettings(text)).toEqual(defaults)
  },
)

test('what was remembered is read again', () => {
  const settings = {
    hiddenColumns: ['site'],
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

test('a view takes the place of one of its name, and can be deleted', () => {
  const first = withView(parseSettings(undefined), 'A', { kind: 'user' })
  const second = withView(first, 'A', { kind: 'visitor' })
  expect(second.views).toEqual([{ name: 'A', search: { kind: 'visitor' } }])
  expect(withoutView(second, 'A').views).toEqual([])
})

test('the view with which a list opens goes with the view', () => {
  const settings = { ...withView(parseSettings(undefined), 'A', { kind: 'user' }), defaultView: 'A' }
  expect(defaultSearch(parseSettings(JSON.stringify(settings)))).toEqual({ kind: 'user' })
  expect(defaultSearch(withoutView(settings, 'A'))).toBeUndefined()
  expect(defaultSearch(withView(withoutView(settings, 'A'), 'A', {}))).toBeUndefined()
})
