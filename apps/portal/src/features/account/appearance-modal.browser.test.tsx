import {
  type Client,
  deleteClientLogoEndpoint,
  getOwnClientEndpoint,
  putClientLogoEndpoint,
  updateClientEndpoint,
} from '@gatehouse/validation/endpoints/client'
import { limits } from '@gatehouse/validation/limits'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { AppearanceModal } from './appearance-modal.tsx'

const client: Client = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Harbour Venues',
  company_no: '60 412 870 135',
  street: '',
  suburb: '',
  state: '',
  post_code: '',
  country: '',
  phone: '',
  look: 'presence',
  language: 'en-au',
  region: 'AU',
  time_zone: 'Australia/Sydney',
  accepts_unknown_mobiles: false,
  accent: null,
  logo: null,
  enabled: true,
  last_modified: '2026-11-20T00:00:00.000Z',
}
const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'], 'logo.svg', {
  type: 'image/svg+xml',
})
const file = page.getByLabelText(/^Logo/)
const save = page.getByRole('button', { name: 'Save appearance' })

async function open(stored: Partial<Client> = {}) {
  const server = stubApi()
  server.on(getOwnClientEndpoint, () => ({ ...client, ...stored }))
  server.on(putClientLogoEndpoint, () => ({ ...client, ...stored, logo: 'logos/a/b' }))
  server.on(deleteClientLogoEndpoint, () => ({ ...client, ...stored, logo: null }))
  server.on(updateClientEndpoint, () => client)
  const onClose = vi.fn<() => void>()
  await renderPage({ Page: () => <AppearanceModal onClose={onClose} /> })
  await expect.element(file).toBeVisible()
  return { server, onClose }
}

test('a file that is no logo, a large one and a wrong colour are not sent', async () => {
  const { server, onClose } = await open()
  await userEvent.upload(file, new File(['%PDF'], 'logo.pdf', { type: 'application/pdf' }))
  await expect.element(page.getByText('Choose a logo as SVG, PNG or WebP.')).toBeVisible()
  await save.click()
  const large = new File([new Uint8Array(limits.logo.bytes + 1)], 'logo.png', { type: 'image/png' })
  await userEvent.upload(file, large)
  await expect.element(page.getByText(/^This file is larger than 2 MB/)).toBeVisible()
  await save.click()
  await userEvent.upload(file, svg)
  await page.getByLabelText('Use your own accent colour').click()
  await page.getByLabelText('Accent colour', { exact: true }).fill('maroon')
  await save.click()
  await expect.element(page.getByLabelText('Accent colour', { exact: true })).toHaveAttribute('aria-invalid')
  expect(server.requestsOf(putClientLogoEndpoint)).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
})

test('a logo and a colour are shown on the phone, and saved', async () => {
  const { server, onClose } = await open()
  await userEvent.upload(file, svg)
  const preview = page.getByRole('region', { name: 'Preview of the phone' })
  await expect.element(preview.getByRole('img', { name: 'Harbour Venues' })).toBeVisible()
  await page.getByLabelText('Use your own accent colour').click()
  await page.getByLabelText('Accent colour', { exact: true }).fill('#7A1F3D')
  await save.click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(server.requestsOf(putClientLogoEndpoint)).toHaveLength(1)
  expect(server.requestsOf(updateClientEndpoint)[0]?.body).toEqual({ accent: '#7a1f3d' })
})

test('both are removed', async () => {
  const { server, onClose } = await open({ accent: '#7a1f3d', logo: 'logos/a/b' })
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await page.getByLabelText('Use your own accent colour').click()
  await save.click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(server.requestsOf(deleteClientLogoEndpoint)).toHaveLength(1)
  expect(server.requestsOf(updateClientEndpoint)[0]?.body).toEqual({ accent: null })
})

test('of a chosen file and a stored logo, the file is removed first', async () => {
  const { server, onClose } = await open({ logo: 'logos/a/b' })
  await userEvent.upload(file, new File(['%PDF'], 'logo.pdf', { type: 'application/pdf' }))
  await userEvent.upload(file, svg)
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await expect.element(page.getByText('No file chosen')).toBeVisible()
  await save.click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(server.requestsOf(deleteClientLogoEndpoint)).toEqual([])
  expect(server.requestsOf(putClientLogoEndpoint)).toEqual([])
})
