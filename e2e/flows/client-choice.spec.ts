import type { Page } from '@playwright/test'
import { expect, expectAccessible, ownServerTest as test } from '../fixtures.ts'
import { makeOperator } from '../pages/made-up-staff.ts'
import { callsAs, enter, expectHome } from '../pages/staff-pages.ts'

/** Few clients: the choice lists all of them. */
test.use({ serverName: 'clients' })
test.describe.configure({ mode: 'default' })

const password = 'Bellbird-harbour-52'
let operator: string
/** The key of the first sign-in method of Lima Arena. */
let key: string
test.beforeAll(async ({ server, playwright }) => {
  operator = await makeOperator(server, password)
  const request = await playwright.request.newContext({ baseURL: server.origin })
  const call = await callsAs(request, { email: operator, password })
  await call('POST', '/client', {
    name: 'Lima Arena',
    company_no: 'LA 1',
    region: 'PE',
    time_zone: 'America/Lima',
  })
  await request.dispose()
  const [method] = await server.ask([
    `select k.key from method_keys k join clients c on c.id = k.client_id where c.company_no = 'LA 1'`,
    [],
  ])
  key = (method as { key: string }).key
})

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })

test('the first visitor of the client is seen by whoever works in it, and by nobody in another', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-AU' })
  const phone = await context.newPage()
  await phone.goto(`/${key}`)
  await phone.getByLabel('First name').fill('Rosa')
  await phone.getByLabel('Last name').fill('Mamani')
  await phone.getByLabel('Mobile').fill('912345678')
  await phone
    .getByRole('button', { name: 'Sign in' })
    .or(phone.getByRole('button', { name: 'Continue' }))
    .click()
  await expect(phone.getByRole('heading', { name: 'Signed In' })).toBeVisible()
  await context.close()

  await enter(page, operator, password)
  await expectHome(page)
  await page.goto('/checked_in_users')
  await expect(row(page, 'Rosa Mamani')).toBeVisible()
  const choose = async (name: string, label = name) => {
    await page.getByRole('button', { name: /^Client: / }).click()
    await page.getByLabel('Work in').selectOption({ label })
    await expect(page.getByRole('button', { name: `Client: ${name}` })).toBeVisible()
  }
  await choose('Made Up')
  await expect(page.getByText('No one is on site')).toBeVisible()
  await choose('Lima Arena')
  await expect(row(page, 'Rosa Mamani')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Client: Lima Arena' })).toBeVisible()
  await expect(row(page, 'Rosa Mamani')).toBeVisible()
  await expectAccessible(page)

  // The chosen client's name stays visible where the side bar is collapsed, and on a phone.
  const beside = page.getByRole('main').locator('p', { hasText: /^Lima Arena$/ })
  const head = page.getByRole('banner').locator('p').filter({ hasText: 'Lima Arena' })
  await expect(beside).toHaveCount(0)
  await page.getByRole('button', { name: 'Collapse the menu' }).click()
  await expect(beside).toBeInViewport()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(head).toBeInViewport()
  await expect(beside).toBeHidden()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Expand the menu' }).click()
  await expect(beside).toHaveCount(0)

  // The settings are those of the chosen client, not of the user's own.
  await page.goto('/settings')
  const organisation = page.locator('section').filter({ hasText: /^Organisation/ })
  await expect(organisation).toContainText('LA 1')
  await page.getByRole('link', { name: 'Update client' }).click()
  await field(page, 'Street (optional)').fill('Avenida del Puerto 1')
  await dialog(page).getByRole('button', { name: 'Update Client' }).click()
  await expect(organisation).toContainText('Avenida del Puerto 1')
  await choose('Made Up')
  await expect(organisation).toContainText('Made Up')
  await expect(organisation).not.toContainText('LA 1')
  await choose('All clients', 'All')
  await expect(organisation).toContainText('Choose a client in the side bar')
  await expectAccessible(page)
})

test('the look of the client that is worked in says whether there is a list of who is on site', async ({
  page,
  request,
  server,
}) => {
  const setLook = (look: string) =>
    server.ask([`update clients set look = $1 where name <> 'Lima Arena'`, [look]])
  await setLook('batbooth')
  const opened = await request.get(`/api/checkin/machine-data?method=${key}`)
  const { id } = (await opened.json()) as { id: string }
  const data = { firstName: 'Eva', lastName: 'Sosa', mobile: '912345679', machineId: id }
  expect((await request.post('/api/checkin', { data })).status()).toBe(200)
  await enter(page, operator, password)
  await expectHome(page)
  const item = page.getByRole('link', { name: 'Checked In Users' })
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Client: / }).click()
    await page.getByLabel('Work in').selectOption({ label: name })
    await expect(page.getByRole('button', { name: `Client: ${name}` })).toBeVisible()
  }
  // All clients are shown in the look of the installation.
  await expect(item).toBeVisible()
  await choose('Made Up')
  await expect(item).toHaveCount(0)
  await page.goto('/checked_in_users')
  await expectHome(page)
  await choose('Lima Arena')
  await item.click()
  await expect(row(page, 'Eva Sosa')).toBeVisible()
  await page.reload()
  await expect(row(page, 'Eva Sosa')).toBeVisible()
  await expectAccessible(page)
  await choose('Made Up')
  await expectHome(page)
  await expect(item).toHaveCount(0)
  await setLook('presence')
})
