import { expect, test } from 'vitest'
import { pageWithoutRow } from './page-without-row.ts'

const id = '01998a2e-0000-7000-8000-000000000001'

test.each([
  ['a site', '/site_management/$siteId/$tab', {}, { to: '/site_management', search: {} }],
  ['a webhook', '/settings/webhooks/$webhookId', { page: 2 }, { to: '/settings/webhooks', search: {} }],
  [
    'the window of a user',
    '/user_management',
    { status: 'all', edit: id },
    { to: '/user_management', search: { status: 'all' } },
  ],
  ['a list of one site', '/access_log', { site: id }, { to: '/access_log', search: {} }],
  ['a list', '/access_log', { search: 'ana' }, undefined],
  ['a window of nobody', '/user_management', { edit: 'new' }, undefined],
  ['Home', '/home', {}, undefined],
])('%s leads to', (_, fullPath, search, expected) => {
  expect(pageWithoutRow({ fullPath, search })).toEqual(expected)
})
