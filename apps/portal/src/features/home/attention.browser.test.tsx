import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { Attention } from './attention.tsx'

const render = (changes: Partial<Dashboard>) => {
  const data = {
    from: '2026-11-28T10:00:00.000Z',
    on_site: { visits: 9, people: 9, overdue: 4 },
    refused: { banned: 0, high: 2, low: 0, failed_answer: 0 },
    devices: { total: 3, online: 3, offline: 0, low_pressure: 0 },
    pending_users: 0,
    ...changes,
  } as Dashboard
  const response = { query: { period: 'day' as const, site: undefined }, data, receivedAt: 0 }
  return renderPage({
    Page: () => (
      <>
        <p>Since then</p>
        <Attention response={response} canOpenLog />
      </>
    ),
  })
}

test('what is a figure already is not repeated, and without anything else nothing is shown', async () => {
  await render({})
  await expect.element(page.getByText('Since then')).toBeVisible()
  expect(page.getByRole('list').elements()).toEqual([])
})

test('each item links to what it counts', async () => {
  await render({
    devices: { total: 3, online: 1, offline: 1, low_pressure: 1 },
    pending_users: 2,
    refused: { banned: 1, high: 0, low: 0, failed_answer: 0 },
  })
  const items = page.getByRole('list', { name: 'Needs attention' }).getByRole('link')
  await expect.element(items.first()).toBeVisible()
  expect(items.elements().map(({ textContent }) => textContent)).toEqual([
    '1 attempt of a banned person',
    '1 device is offline',
    '1 device reports low pressure',
    '2 accounts await approval',
  ])
})
