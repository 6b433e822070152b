import { queryClient } from '@gatehouse/api-client/query-client'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { getSiteEndpoint, type Site, updateSiteEndpoint } from '@gatehouse/validation/endpoints/sites'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { site } from '../../../test/site.ts'
import { StubApiError, stubApi } from '../../../test/stub-api.ts'
import { keepSite } from './queries.ts'
import { EditSiteModal } from './site-modal.tsx'

test('a form that comes back after a login keeps the time zone that was set meanwhile', async () => {
  const server = stubApi()
  let stored = site
  server.on(getSiteEndpoint, () => stored)
  server.on(updateSiteEndpoint, ({ ifMatch, body }) => {
    if (ifMatch !== `"${stored.last_modified}"`) throw new StubApiError('changed_meanwhile', {}, stored)
    return { ...stored, ...(body as Partial<Site>) }
  })
  const { go } = await renderPage({ Page: () => <EditSiteModal id={site.id} onClose={() => {}} /> })
  const comments = page.getByLabelText(/^Comments/)
  await comments.fill('Gate on the left')
  await go('/login')
  await expect.element(page.getByText('Login')).toBeVisible()
  stored = {
    ...site,
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
  await keepSite(site)
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
