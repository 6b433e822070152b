import { queryClient } from '@gatehouse/api-client/query-client'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import {
  changeUsersEndpoint,
  undoAccountTypesEndpoint,
  getUserEndpoint,
  updateUserEndpoint,
  type User,
} from '@gatehouse/validation/endpoints/users'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { StubApiError, stubApi } from '../../../test/stub-api.ts'
import { changeUsers } from './queries.ts'
import { EditUserModal } from './user-modal.tsx'

const site = { site_id: '00000000-0000-4000-8000-000000000001', site_name: 'Harbour Hall' }
const before: User = {
  id: '00000000-0000-4000-8000-000000000002',
  client_name: 'Ridge',
  first_name: 'Ana',
  last_name: 'Haddad',
  email: 'ana@example.org',
  mobile: null,
  mobile_masked: false,
  employee_number: 'E1',
  phone_extension: '',
  admin: false,
  site_admin: false,
  user_type: 'Manager',
  status: 'active',
  status_reason: '',
  two_step: false,
  has_password: true,
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
  access: [{ ...site, user_type: 'Manager' }],
}

test('a form that comes back after a login gives nobody the rights back that were taken meanwhile', async () => {
  const server = stubApi()
  let stored = before
  server.on(getUserEndpoint, () => stored)
  server.on(listSiteOptionsEndpoint, () => ({
    items: [{ id: site.site_id, name: site.site_name }],
    has_more: false,
  }))
  server.on(updateUserEndpoint, ({ ifMatch }) => {
    if (ifMatch !== `"${stored.last_modified}"`) throw new StubApiError('changed_meanwhile', {}, stored)
    return stored
  })
  const { go } = await renderPage({
    Page: () => <EditUserModal id={before.id} onClose={() => {}} />,
    person: { admin: true },
  })
  const extension = page.getByLabelText(/^Phone extension/)
  await extension.fill('12')
  await page.getByLabelText(/^Employee number/).fill('E2')
  await go('/login')
  await expect.element(page.getByText('Login')).toBeVisible()
  stored = {
    ...before,
    last_name: 'Hadid',
    employee_number: 'E3',
    user_type: 'Guest',
    access: [{ ...site, user_type: 'Guest' }],
    last_modified: '2026-11-20T04:00:00.000Z',
  }
  // As a login does.
  queryClient.clear()
  await go('/page')
  await expect.element(extension).toHaveValue('12')
  await expect.element(page.getByLabelText('Last name')).toHaveValue('Hadid')
  await expect.element(page.getByText('The other person’s value: E3')).toBeVisible()
  await page.getByRole('button', { name: 'Update user' }).click()
  await expect
    .poll(() => server.requestsOf(updateUserEndpoint).map(({ body }) => body))
    .toEqual([{ phone_extension: '12', employee_number: 'E2' }])
})

test('the undo of an account type is one call for all', async () => {
  const server = stubApi()
  const access = [{ site_id: site.site_id, user_type: 'Manager' as const }]
  const left = { last_modified: 'as left', admin: false, access }
  const ids = [before.id, site.site_id]
  server.on(changeUsersEndpoint, () => ({
    done: 2,
    blocked: [],
    undo: Object.fromEntries(ids.map((id) => [id, left])),
  }))
  server.on(undoAccountTypesEndpoint, () => ({ done: 2, blocked: [] }))
  const { takeBack } = await changeUsers({
    action: 'set_account_type',
    fields: { user_type: 'Staff' },
    ids,
  })
  expect(await takeBack?.()).toEqual({ done: 2, blocked: [] })
  expect(server.requestsOf(undoAccountTypesEndpoint).map(({ body }) => body)).toEqual([
    { users: ids.map((id) => Object.assign({ id }, left)) },
  ])
})
