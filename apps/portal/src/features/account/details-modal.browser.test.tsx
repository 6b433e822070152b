import { updateProfileEndpoint, type Profile } from '@gatehouse/validation/endpoints/me'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { DetailsModal } from './details-modal.tsx'

const profile: Profile = {
  id: 'person',
  first_name: 'Ann',
  last_name: 'Ng',
  email: 'ann@example.org',
  pending_email: null,
  mobile: null,
  language: 'en-au',
  client_id: 'client',
  client_name: 'Client',
  admin: false,
  site_admin: false,
  change_password: false,
  access: [],
}

test.each([
  ['', true],
  ['  ', true],
  ['0412345678', true],
  ['+61 412 345 678', true],
  ['(02) 9999-1234', true],
  ['04.12.34', true],
  ['041234x', false],
  ['++61', false],
  ['61+', false],
])('the mobile %j is sent: %s', async (mobile, isSent) => {
  const server = stubApi()
  server.on(updateProfileEndpoint, () => ({ ...profile, first_name: 'Anna' }))
  await renderPage({
    Page: () => <DetailsModal profile={profile} onSaved={() => Promise.resolve()} onClose={() => {}} />,
  })
  await page.getByRole('textbox', { name: 'First name' }).fill('Anna')
  await page.getByRole('textbox', { name: /^Mobile/ }).fill(mobile)
  await page.getByRole('button', { name: 'Save' }).click()
  const error = page.getByRole('alert').getByRole('link', { name: 'Please enter a valid phone number' })
  if (isSent) await expect.poll(() => server.requestsOf(updateProfileEndpoint)).toHaveLength(1)
  else await expect.element(error).toBeVisible()
  expect(server.requestsOf(updateProfileEndpoint)).toHaveLength(isSent ? 1 : 0)
})
