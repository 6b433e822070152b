import { queryClient } from '@gatehouse/api-client/query-client'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import {
  changeUsersEndpoint,
  inviteUserEndpoint,
  createUserEndpoint,
  getUserPhotoEndpoint,
  listUsersEndpoint,
  type ListedUser,
} from '@gatehouse/validation/endpoints/users'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../test/render-page.tsx'
import { stubApi } from '../../../test/stub-api.ts'
import { UsersPage } from './user-list.tsx'
import { NewUserModal } from './user-modal.tsx'

const site = { site_id: '00000000-0000-4000-8000-000000000001', site_name: 'Harbour Hall' }

const waiting: ListedUser = {
  id: '00000000-0000-4000-8000-000000000002',
  client_name: 'Ridge',
  first_name: 'Ana',
  last_name: 'Silva',
  email: 'ana@example.org',
  mobile: null,
  mobile_masked: false,
  employee_number: '',
  phone_extension: '',
  admin: false,
  site_admin: false,
  user_type: 'Staff',
  status: 'pending',
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
  access: [{ ...site, user_type: 'Staff' }],
  access_total: 1,
}

const manager: Partial<Profile> = { access: [{ ...site, user_type: 'Manager' }] }

test.each<[string, Partial<Profile>, boolean]>([
  ['a Manager to whom it was not given', manager, false],
  ['a Manager to whom it was given', { ...manager, approval_access: true }, true],
  ['an administrator', { admin: true }, true],
  ['an administrator of the installation', { site_admin: true }, true],
])('%s: whether decisions about accounts are offered', async (_, person, isOffered) => {
  const server = stubApi()
  server.on(listUsersEndpoint, () => ({ items: [waiting], total: 1, pending: 1 }))
  await renderPage({
    Page: () => <UsersPage onBan={() => {}} onResetTwoStep={() => {}} />,
    url: '/page?status=pending',
    person,
  })
  const row = page.getByRole('row', { name: /Ana Silva/ })
  await expect.element(row).toBeVisible()
  // Without actions there are no ticks.
  expect(row.getByRole('checkbox').elements()).toHaveLength(isOffered ? 1 : 0)
  if (!isOffered) return
  await row.getByRole('checkbox').click()
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reject' })).toBeVisible()
})

test.each<[string, Partial<Profile>, boolean]>([
  ['a Manager to whom it was not given', manager, false],
  ['an administrator', { admin: true }, true],
])('%s: whether a rejected account can be reopened', async (_, person, isOffered) => {
  const server = stubApi()
  const rejected: ListedUser = { ...waiting, status: 'rejected' }
  server.on(listUsersEndpoint, () => ({ items: [rejected], total: 1, pending: 0 }))
  server.on(changeUsersEndpoint, () => ({ done: 1, blocked: [] }))
  await renderPage({
    Page: () => <UsersPage onBan={() => {}} onResetTwoStep={() => {}} />,
    url: '/page?status=rejected',
    person,
  })
  const row = page.getByRole('row', { name: /Ana Silva/ })
  await expect.element(row).toBeVisible()
  expect(row.getByRole('checkbox').elements()).toHaveLength(isOffered ? 1 : 0)
  if (!isOffered) return
  await row.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Reopen', exact: true }).click()
  await expect.element(page.getByText('1 user needs approval again')).toBeVisible()
  expect(server.requestsOf(changeUsersEndpoint)[0]?.body).toMatchObject({
    action: 'reopen',
    ids: [waiting.id],
  })
})

test.each<[string, Partial<Profile>, boolean]>([
  ['a Manager to whom it was not given', manager, false],
  ['a Manager to whom it was given', { ...manager, approval_access: true }, true],
  ['an administrator', { admin: true }, true],
])('%s: whether the right to approve can be given', async (_, person, isOffered) => {
  stubApi().on(listSiteOptionsEndpoint, () => ({
    items: [{ id: site.site_id, name: 'Hall' }],
    has_more: false,
  }))
  await renderPage({ Page: () => <NewUserModal onClose={() => {}} />, person })
  await expect.element(page.getByLabelText('PPE required')).toBeVisible()
  expect(page.getByLabelText('Can approve accounts').elements()).toHaveLength(isOffered ? 1 : 0)
})

test('a new user gets the only site, which takes nothing that was typed before it was known', async () => {
  const server = stubApi()
  let send = () => {}
  const wait = new Promise<void>((resolve) => (send = resolve))
  server.on(listSiteOptionsEndpoint, async () => {
    await wait
    return { items: [{ id: site.site_id, name: 'Hall' }], has_more: false }
  })
  server.on(createUserEndpoint, () => ({ ...waiting, access: [] }))
  let closed = 0
  await renderPage({ Page: () => <NewUserModal onClose={() => (closed += 1)} />, person: { admin: true } })
  await page.getByLabelText('First name').fill('Ana')
  await page.getByLabelText('Account type').selectOptions('Manager')
  send()
  await expect.element(page.getByLabelText('Site', { exact: true })).toHaveDisplayValue('Hall')
  await expect.element(page.getByLabelText('First name')).toHaveValue('Ana')
  await page.getByLabelText('Last name').fill('Silva')
  await page.getByLabelText('Email').fill('ana@example.org')
  await page.getByRole('button', { name: 'Add user' }).click()
  await expect
    .poll(() => server.requestsOf(createUserEndpoint)[0]?.body)
    .toMatchObject({ access: [{ site_id: site.site_id, user_type: 'Manager' }] })
  await expect.poll(() => closed).toBe(1)
})

test('the only site of a new user is no change yet', async () => {
  stubApi().on(listSiteOptionsEndpoint, () => ({
    items: [{ id: site.site_id, name: 'Hall' }],
    has_more: false,
  }))
  let closed = 0
  await renderPage({ Page: () => <NewUserModal onClose={() => (closed += 1)} />, person: { admin: true } })
  await expect.element(page.getByLabelText('Site', { exact: true })).toHaveDisplayValue('Hall')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(closed).toBe(1)
})

test('where there is no site yet, the form of a new user says what to do, and can be sent', async () => {
  const server = stubApi()
  server.on(listSiteOptionsEndpoint, () => ({ items: [], has_more: false }))
  server.on(createUserEndpoint, () => ({ ...waiting, access: [] }))
  await renderPage({ Page: () => <NewUserModal onClose={() => {}} />, person: { admin: true } })
  const link = page.getByRole('link', { name: 'Add a site first' })
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('/site_management?edit=new'))
  await expect.element(page.getByLabelText('Site', { exact: true })).not.toBeInTheDocument()
  await page.getByLabelText('First name').fill('Ana')
  await page.getByLabelText('Last name').fill('Silva')
  await page.getByLabelText('Email').fill('ana@example.org')
  await page.getByRole('button', { name: 'Add user' }).click()
  await expect.poll(() => server.requestsOf(createUserEndpoint)[0]?.body).toMatchObject({ access: [] })
})

test('what was typed before the way to the first site is there afterwards, with the field of the site', async () => {
  const sites: { id: string; name: string }[] = []
  stubApi().on(listSiteOptionsEndpoint, () => ({ items: [...sites], has_more: false }))
  const { go, url } = await renderPage({
    Page: () => <NewUserModal onClose={() => {}} />,
    person: { admin: true },
  })
  await expect.element(page.getByText('Your changes are kept.')).toBeVisible()
  await page.getByLabelText('First name').fill('Ana')
  await page.getByRole('link', { name: 'Add a site first' }).click()
  await expect.poll(url).toBe('/site_management?edit=new')
  expect(page.getByText('Close without saving?').elements()).toEqual([])
  sites.push({ id: site.site_id, name: 'Hall' })
  // As the window of a new site does.
  await queryClient.invalidateQueries({ queryKey: [listSiteOptionsEndpoint.path] })
  await go('/page')
  await expect.element(page.getByLabelText('First name')).toHaveValue('Ana')
  await page.getByLabelText('Site', { exact: true }).selectOptions('Hall')
})

test('the window of a new user without a site is closed without a question, as long as nothing was typed', async () => {
  stubApi().on(listSiteOptionsEndpoint, () => ({ items: [], has_more: false }))
  let closed = 0
  await renderPage({ Page: () => <NewUserModal onClose={() => (closed += 1)} />, person: { admin: true } })
  await expect.element(page.getByText('No sites yet')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(page.getByText('Close without saving?').elements()).toEqual([])
  expect(closed).toBe(1)
})

test('photos come a few at a time, those in view only, and the menus do not wait for them', async () => {
  const server = stubApi()
  const total = 60
  const items = Array.from({ length: total }, (_, at) => ({
    ...waiting,
    id: `00000000-0000-4000-8000-0000000001${String(at).padStart(2, '0')}`,
    last_name: `Silva ${at}`,
    has_photo: true,
  }))
  server.on(listUsersEndpoint, () => ({ items, total, pending: total }))
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let running = 0
  let most = 0
  server.on(getUserPhotoEndpoint, async () => {
    running += 1
    most = Math.max(most, running)
    await held
    running -= 1
    return null
  })
  await renderPage({
    Page: () => <UsersPage onBan={() => {}} onResetTwoStep={() => {}} />,
    url: '/page?status=pending',
    person: { admin: true },
  })
  await expect.poll(() => server.requestsOf(getUserPhotoEndpoint).length).toBe(2)
  await page.getByRole('button', { name: 'Actions for Ana Silva 0', exact: true }).click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  release()
  await expect.poll(() => server.requestsOf(getUserPhotoEndpoint).length).toBeGreaterThan(4)
  expect(most).toBe(2)
  const asked = server.requestsOf(getUserPhotoEndpoint).map(({ params }) => params['id'])
  expect(new Set(asked).size).toBe(asked.length)
  expect(asked).not.toContain(items.at(-1)?.id)
})

describe('the drawer of a user', () => {
  const drawer = page.getByRole('dialog', { name: 'Ana Silva' })
  const open = async (user: ListedUser) => {
    const server = stubApi()
    server.on(listUsersEndpoint, () => ({ items: [user], total: 1, pending: 0 }))
    server.on(inviteUserEndpoint, () => ({ link: null }))
    await renderPage({ Page: () => <UsersPage onBan={() => {}} onResetTwoStep={() => {}} /> })
    await page.getByRole('button', { name: 'Ana Silva', exact: true }).click()
    await expect.element(drawer).toBeVisible()
    return server
  }

  test('sends the invitation again', async () => {
    const server = await open({ ...waiting, status: 'active' })
    await expect.element(drawer.getByRole('button', { name: 'Edit details' })).toBeVisible()
    await drawer.getByRole('button', { name: 'Resend the invitation' }).click()
    await expect.element(page.getByText('An invitation is being sent to ana@example.org.')).toBeVisible()
    expect(server.requestsOf(inviteUserEndpoint)).toHaveLength(1)
    await expect.element(drawer).toBeVisible()
  })

  test('says why an account can’t be changed', async () => {
    await open({ ...waiting, status: 'active', editable: false })
    await expect.element(drawer.getByText('Your account can’t change this.')).toBeVisible()
    expect(drawer.getByRole('button').elements()).toHaveLength(1)
  })
})
