import { type Ban, listBansEndpoint } from '@gatehouse/validation/endpoints/bans'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { BansPage } from './bans-page.tsx'

const site = { id: '00000000-0000-4000-8000-000000000001', name: 'Harbour Hall' }
const add = page.getByRole('button', { name: 'New ban' })

function stubBans() {
  const server = stubApi()
  server.on(listBansEndpoint, () => ({ items: [], total: 0 }))
  server.on(listSiteOptionsEndpoint, () => ({ items: [site], has_more: false }))
  return server
}

test('a new ban in all clients needs a client first', async () => {
  stubBans()
  await renderPage({ Page: BansPage, person: { site_admin: true } })
  await expect.element(page.getByText('To add one, choose its client in the side bar.')).toBeVisible()
  expect(add.elements()).toEqual([])
})

const ban: Ban = {
  id: '00000000-0000-7000-8000-000000000002',
  client_id: '00000000-0000-7000-8000-000000000003',
  client_name: 'Harbour Venues',
  first_name: 'Bo',
  last_name: 'Barred',
  mobile: null,
  mobile_masked: false,
  user_id: null,
  site_id: site.id,
  site: site.name,
  time_zone: 'Australia/Perth',
  reason: 'Threw a chair',
  from: '2026-11-20T00:00:00.000Z',
  until: null,
  from_local: '2026-11-20T08:00',
  until_local: null,
  state: 'in_force',
  lifted: false,
  lifted_at: null,
  lifted_by: null,
  created_by: 'Ada Admin',
  created_at: '2026-11-20T00:00:00.000Z',
  exceptions: [],
  can_manage: false,
  needs_admin: true,
  last_modified: '2026-11-20T00:00:00.000Z',
}

test('a Manager reads in the menu and in the drawer why the ban of an admin cannot be lifted', async () => {
  const server = stubBans()
  server.on(listBansEndpoint, () => ({ items: [ban], total: 1 }))
  const access = [{ site_id: site.id, site_name: site.name, user_type: 'Manager' as const }]
  await renderPage({ Page: BansPage, person: { access } })
  const why = 'Only an administrator can change or lift this ban.'
  await page.getByRole('button', { name: 'Actions for Bo Barred' }).click()
  const lift = page.getByRole('menuitem', { name: /^Lift the ban/ })
  await expect.element(lift).toHaveAttribute('aria-disabled', 'true')
  await expect.element(lift).toMatchTextContent(why)
  await expect.element(page.getByRole('menuitem', { name: 'Edit' })).not.toBeInTheDocument()
  await cleanup()
  await renderPage({ Page: BansPage, url: `/page?row=${ban.id}`, person: { access } })
  await expect.element(page.getByRole('dialog', { name: 'Bo Barred' }).getByText(why)).toBeVisible()
})
