import {
  createUserEndpoint,
  inviteUserEndpoint,
  type ListedUser,
} from '@gatehouse/validation/endpoints/users'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { withInstallation } from '../../../test/with-installation.ts'
import { NewUserModal } from './user-modal.tsx'
import { UserMenu } from './user-menu.tsx'
import { PinsQuestion } from './user-questions.tsx'

const link = { url: 'https://gate.example/reset_password?token=abc', expires_at: '2026-01-02T03:04:05.000Z' }
const user: ListedUser = {
  id: '00000000-0000-4000-8000-000000000002',
  client_name: 'Ridge',
  first_name: 'Ana',
  last_name: 'Haddad',
  email: 'ana@example.org',
  mobile: null,
  mobile_masked: false,
  employee_number: '',
  phone_extension: '',
  admin: true,
  site_admin: false,
  user_type: 'Admin',
  status: 'active',
  status_reason: '',
  two_step: false,
  has_password: false,
  has_pin: false,
  approval_access: false,
  ppe: false,
  temperature: false,
  last_seen: null,
  last_seen_site: null,
  last_seen_time_zone: null,
  has_photo: false,
  editable: true,
  last_modified: '2026-11-20T03:04:05.678Z',
  access: [],
  access_total: 0,
}
const shownLink = page.getByLabelText('One-time link')

test('the invitation of a person is a link to copy', async () => {
  withInstallation({ sendsMail: false })
  stubApi().on(inviteUserEndpoint, () => ({ link }))
  await renderPage({
    Page: () => <UserMenu user={user} onBan={() => {}} onResetTwoStep={() => {}} />,
    person: { admin: true },
  })
  await page.getByRole('button', { name: 'Actions for Ana Haddad' }).click()
  await page.getByRole('menuitem', { name: 'Copy invitation link' }).click()
  await expect.element(shownLink).toHaveValue(link.url)
  await expect.element(page.getByText(/Give this link only to Ana Haddad/)).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(shownLink).not.toBeInTheDocument()
})

test('a new user is added, and then their link is shown', async () => {
  withInstallation({ sendsMail: false })
  const server = stubApi()
  server.on(listSiteOptionsEndpoint, () => ({ items: [], has_more: false }))
  server.on(createUserEndpoint, () => ({ ...user, access: [] }))
  server.on(inviteUserEndpoint, () => ({ link }))
  await renderPage({ Page: () => <NewUserModal onClose={() => {}} />, person: { admin: true } })
  await page.getByLabelText('First name').fill('Ana')
  await page.getByLabelText('Last name').fill('Haddad')
  await page.getByLabelText('Email', { exact: true }).fill('ana@example.org')
  await page.getByRole('button', { name: 'Add user' }).click()
  await expect.element(shownLink).toHaveValue(link.url)
  expect(server.requestsOf(inviteUserEndpoint).map(({ params }) => params['id'])).toEqual([user.id])
})

test('PINs that nobody would learn are not reset', async () => {
  withInstallation({ sendsMail: false })
  const props = { count: 2, rows: [], isBusy: false, onRun: () => {}, onClose: () => {} }
  await renderPage({ Page: () => <PinsQuestion {...props} action="Reset Access Pins" /> })
  await expect.element(page.getByText(/This installation can’t send email/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Reset Access Pins' }).query()).toBeNull()
})
