import { queryClient } from '@gatehouse/api-client/query-client'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { getSiteEndpoint, type Site, updateSiteEndpoint } from '@gatehouse/validation/endpoints/sites'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi } from '../../../test/stub-api.ts'
import { keepSite } from './queries.ts'
import { EditSiteModal } from './site-modal.tsx'

const before: Site = {
  id: '00000000-0000-4000-8000-000000000001',
  client_name: 'Ridge',
  name: 'Ridge Camp',
  description: '',
  address: '',
  comments: '',
  installed_on: null,
  time_zone: 'Australia/Perth',
  region: 'AU',
  status: 'active',
  on_site: 0,
  average_users: null,
  methods_online: 0,
  methods_total: 0,
  low_temperature: 35,
  high_temperature: 37.5,
  overdue_after_hours: 12,
  assumed_left_after_hours: null,
  opening_hours: [],
  questions_by_user: false,
  offline_users: false,
  last_modified: '2026-11-20T03:04:05.678Z',
}

test('a form that comes back after a login keeps the time zone that was set meanwhile', async () => {
  const server = stubApi()
  let stored = before
  server.on(getSiteEndpoint, () => stored)
  server.on(updateSiteEndpoint, ({ ifMatch, body }) => {
    if (ifMatch !== `"${stored.last_modified}"`) throw new StubApiError('changed_meanwhile', {}, stored)
    return { ...stored, ...(body as Partial<Site>) }
  })
  const { go } = await renderPage({ Page: () => <EditSiteModal id={before.id} onClose={() => {}} /> })
  const comments = page.getByLabelText(/^Comments/)
  await comments.fill('Gate on the left')
  await go('/login')
  await expect.element(page.getByText('Login')).toBeVisible()
  stored = {
    ...before,
    name: 'Ridge',
    time_zone: 'Australia/Darwin',
    last_modified: '2026-11-20T04:00:00.000Z',
  }
  // As a login does.
  queryClient.clear()
  await go('/page')
  await expect.element(comments).toHaveValue('Gate on the left')
  await page.getByRole('button', { name: 'Update Site' }).click()
  await expect
    .poll(() => server.requestsOf(updateSiteEndpoint).map(({ body }) => body))
    .toMatchObject([{ name: 'Ridge', time_zone: 'Australia/Darwin', comments: 'Gate on the left' }])
})

test('a form that is opened right after a site was added asks anew which sites there are', async () => {
  const queryKey = [listSiteOptionsEndpoint.path, {}]
  queryClient.setQueryData(queryKey, { items: [], has_more: false })
  await keepSite(before)
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
