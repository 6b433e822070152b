import { getSiteEndpoint } from '@gatehouse/validation/endpoints/sites'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { clearPage, renderPage } from '../../../test/render-page.tsx'
import { site } from '../../../test/site.ts'
import { StubApiError, stubApi } from '../../../test/stub-api.ts'
import { chosenClient } from '../../lib/chosen-client.ts'
import { SitePage } from './site-page.tsx'

afterEach(() => {
  chosenClient.set(undefined)
  vi.useRealTimers()
  clearPage()
})

const open = () => {
  stubApi().on(getSiteEndpoint, () => {
    throw new StubApiError('not_found')
  })
  return renderPage({
    Page: () => <SitePage id="somebody-elses" part="details" canManage={false} methods={null} />,
  })
}
const state = page.getByRole('alert')

test('a site that is not there, or of others, leads to the list and does not offer to try again', async () => {
  await open()
  await expect
    .element(state.getByRole('heading', { name: 'This doesn’t exist, or isn’t yours' }))
    .toBeVisible()
  await expect.element(state.getByRole('link', { name: 'Show all sites' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  await expect.element(state.getByText(/another client/)).not.toBeInTheDocument()
})

test('somebody who works in one of several clients is told that it may be of another one', async () => {
  chosenClient.set({ id: '00000000-0000-4000-8000-000000000009' })
  await open()
  await expect.element(state.getByText(/choose that client in the side bar first/)).toBeVisible()
})

test('above its tabs a site says what is there now', async () => {
  // A Monday.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T02:00:00Z') })
  stubApi().on(getSiteEndpoint, () => ({
    ...site,
    on_site: 31,
    methods_online: 1,
    methods_total: 2,
    opening_hours: [{ day: 1, opens: '09:00', closes: '17:00' }],
  }))
  await renderPage({ Page: () => <SitePage id={site.id} part="details" canManage={false} methods={null} /> })
  const now = page.getByRole('list', { name: 'Now' })
  await expect
    .element(now)
    .toHaveTextContent('On site now 31 visitsMethods online 1 of 2Open today 09:00 – 17:00')
})
