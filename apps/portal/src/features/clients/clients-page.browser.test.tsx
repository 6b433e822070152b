import {
  listClientCountriesEndpoint,
  listClientsEndpoint,
  updateClientEndpoint,
} from '@gatehouse/validation/endpoints/client'
import type { EndpointResult } from '@gatehouse/validation/endpoint'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { ClientsPage } from './clients-page.tsx'

const clients = Array.from({ length: 30 }, (_, at): EndpointResult<typeof listClientsEndpoint>[number] => ({
  id: `00000000-0000-4000-8000-0000000000${String(at + 10)}`,
  name: `Client ${at + 10}`,
  company_no: `${at}`,
  street: '',
  suburb: '',
  state: '',
  post_code: '',
  country: 'Australia',
  phone: '',
  look: 'presence',
  language: 'en',
  region: 'AU',
  time_zone: 'Australia/Sydney',
  accepts_unknown_mobiles: true,
  accent: null,
  logo: null,
  enabled: true,
  last_modified: '2026-11-20T03:04:05.678Z',
  people_logged_in: 7,
  sign_in_pages: 1,
  total: 45,
}))

test('what no client of the filter can have is not offered, for the ticked nor for all that match', async () => {
  const server = stubApi()
  server.on(listClientCountriesEndpoint, () => [])
  server.on(listClientsEndpoint, () => clients)
  await renderPage({
    Page: ClientsPage,
    url: '/page?enabled=true',
  })
  await page.getByRole('columnheader').getByRole('checkbox').click()
  await expect.element(page.getByRole('button', { name: 'Disable Clients' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Enable Clients' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Select all 45 clients' }).click()
  await expect.element(page.getByText('45 selected')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Enable Clients' })).not.toBeInTheDocument()
})

test('a client of the list is edited: only what has changed is sent', async () => {
  const server = stubApi()
  server.on(listClientCountriesEndpoint, () => [])
  server.on(listClientsEndpoint, () => clients)
  server.on(updateClientEndpoint, ({ body }) => ({ ...clients[0], ...(body as object) }) as never)
  await renderPage({ Page: ClientsPage, url: '/page?edit=00000000-0000-4000-8000-000000000010' })
  await page.getByLabelText(/^City/).fill('Callao')
  await page.getByRole('button', { name: 'Update Client' }).click()
  await expect.element(page.getByText('The client has been updated.')).toBeVisible()
  const sent = server.requests.find(({ endpoint }) => endpoint === updateClientEndpoint)
  expect(sent?.body).toEqual({ suburb: 'Callao' })
})

test('the question says how many people and sign-in pages the ticked clients have', async () => {
  const server = stubApi()
  server.on(listClientCountriesEndpoint, () => [])
  server.on(listClientsEndpoint, () => clients)
  await renderPage({ Page: ClientsPage, url: '/page' })
  for (const at of [10, 11]) await page.getByRole('checkbox', { name: `Select Client ${at}` }).click()
  await page.getByRole('button', { name: 'Disable Clients' }).click()
  const effect = '14 people will be logged out, and 2 sign-in pages will close.'
  await expect.element(page.getByText(effect)).toBeVisible()
})
