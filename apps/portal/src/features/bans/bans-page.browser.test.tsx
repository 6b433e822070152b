import { listBansEndpoint } from '@gatehouse/validation/endpoints/bans'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { BansPage } from './bans-page.tsx'

const site = { id: '00000000-0000-4000-8000-000000000001', name: 'Harbour Hall' }
const add = page.getByRole('button', { name: 'New ban' })

function stubBans() {
  const server = stubApi()
  server.on(listBansEndpoint, () => ({ items: [], total: 0 }))
  server.on(listSiteOptionsEndpoint, () => ({ items: [site], has_more: false }))
}

test('a new ban in all clients needs a client first', async () => {
  stubBans()
  await renderPage({ Page: BansPage, person: { site_admin: true } })
  await expect.element(page.getByText('To add one, choose its client in the side bar.')).toBeVisible()
  expect(add.elements()).toEqual([])
})
