import { listSignInMethodsEndpoint } from '@gatehouse/validation/endpoints/sign-in-methods'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { withInstallation } from '../../../test/with-installation.ts'
import { PosterModal } from './poster-modal.tsx'
import { PostersPage } from './posters-page.tsx'

const ID = '00000000-0000-4000-8000-000000000001'
const origin = 'http://192.168.1.20:8080'

test('no poster is printed that leads to the server alone, where the page was opened from elsewhere', async () => {
  withInstallation({ publicUrl: 'http://localhost:8080' })
  const server = stubApi()
  server.on(listSiteOptionsEndpoint, () => ({ items: [{ id: ID, name: 'Quay' }], has_more: false }))
  await renderPage({ Page: () => <PostersPage site={ID} onSite={() => {}} origin={origin} /> })
  await expect.element(page.getByText('Phones can’t open http://localhost:8080')).toBeVisible()
  expect(page.getByRole('button', { name: 'Print' }).query()).toBeNull()
  expect(server.requestsOf(listSignInMethodsEndpoint)).toEqual([])
})

test('the window of a poster says so too, and saves no file of it', async () => {
  withInstallation({ publicUrl: 'http://localhost:8080' })
  stubApi()
  await renderPage({ Page: () => <PosterModal id={ID} onClose={() => {}} origin={origin} /> })
  await expect.element(page.getByText('Phones can’t open http://localhost:8080')).toBeVisible()
  expect(page.getByRole('button', { name: 'PDF' }).query()).toBeNull()
})
