import {
  listOwnSessionsEndpoint,
  listRememberedDevicesEndpoint,
} from '@gatehouse/validation/endpoints/own-sessions'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { OwnSessionLists } from './own-session-lists.tsx'

const TOTAL = 65
const PER_PAGE = 30
const at = '2026-11-20T03:04:05.678Z'
const sessions = Array.from({ length: TOTAL }, (_, place) => ({
  id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
  program: { browser: `Browser ${place}`, system: null },
  current: place === 0,
  authenticated: true,
  created_at: at,
  last_seen_at: at,
  expires_at: at,
}))

test('all sessions are shown, page by page', async () => {
  const server = stubApi()
  server.on(listOwnSessionsEndpoint, ({ query }) => {
    const from = (Number(query['page']) - 1) * PER_PAGE
    return { items: sessions.slice(from, from + PER_PAGE), total: TOTAL }
  })
  server.on(listRememberedDevicesEndpoint, () => ({ items: [], total: 0 }))
  await renderPage({ Page: OwnSessionLists })
  const rows = () => page.getByRole('listitem').elements().length
  const more = page.getByRole('button', { name: 'Show more' })
  await expect.poll(rows).toBe(PER_PAGE)
  await more.click()
  await expect.poll(rows).toBe(2 * PER_PAGE)
  await more.click()
  await expect.poll(rows).toBe(TOTAL)
  await expect.element(page.getByText('Browser 64')).toBeVisible()
  await expect.element(more).not.toBeInTheDocument()
})
