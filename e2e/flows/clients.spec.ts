import { type Browser, type Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, ownServerTest as test } from '../fixtures.ts'
import { makeOperator } from '../pages/made-up-staff.ts'
import { enter, expectHome } from '../pages/staff-pages.ts'

test.use({ serverName: 'clients' })

/** An installation with its operator. Each test continues where the one before ended. */
test.describe.configure({ mode: 'serial', timeout: 90_000 })

const password = 'Bellbird-harbour-52'
const admin = { email: 'lucia@lima.example', name: 'Lucía Quispe' }
let operator: string
test.beforeAll(async ({ server }) => {
  operator = await makeOperator(server, password)
})

/** The page of somebody else, in a browser of their own. */
async function openFor(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), locale: 'en-AU' })
  return context.newPage()
}

async function openClients(page: Page): Promise<void> {
  await enter(page, operator, password)
  await expectHome(page)
  await page.goto('/client_management')
  await expect(page.getByRole('heading', { level: 1, name: 'Client Management' })).toBeVisible()
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })

async function editDetails(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit Details' }).click()
}

test('a new client is invited by a link, whose admin sees the own client and nothing else', async ({
  page,
  browser,
  baseURL,
}) => {
  expectRefusals(page, 409)
  await openClients(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New Client' }).click()
  await field(page, 'Name').fill('Lima Arena')
  await field(page, 'Company number').fill('MU 1')
  await field(page, 'Phone numbers of').selectOption('PE')
  await field(page, 'Time zone').selectOption('America/Lima')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Add Client' }).click()
  await expect(dialog(page).getByRole('link', { name: /^This is already in use/ })).toBeVisible()
  await field(page, 'Company number').fill('LA 1')
  await dialog(page).getByRole('button', { name: 'Add Client' }).click()
  const link = await dialog(page).getByLabel('One-time link').inputValue()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(row(page, 'Lima Arena')).toContainText('LA 1')

  const theirs = await openFor(browser, baseURL)
  await theirs.goto(link)
  await expect(theirs.getByText('You have been invited to run Lima Arena here.')).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByLabel('First name').fill('Lucía')
  await theirs.getByLabel('Last name').fill('Quispe')
  await theirs.getByLabel('Email').fill(admin.email)
  await theirs.getByLabel('New password').fill(password)
  await theirs.getByLabel('Confirm password').fill(password)
  await theirs.getByRole('button', { name: 'Make the account' }).click()
  await expect(theirs.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
  await theirs.goto(link)
  await expect(theirs.getByText('This link is not valid or has expired')).toBeVisible()
  await enter(theirs, admin.email, password)
  await expectHome(theirs)
  await expect(theirs.getByRole('combobox', { name: 'Site' })).toContainText('Lima Arena')
  await expect(theirs.getByRole('heading', { name: 'Getting started' })).toBeVisible()
  await expect(theirs.getByRole('listitem').filter({ hasText: 'Name your site' })).toContainText('Done:')
  await expectAccessible(theirs)
  await theirs.goto('/client_management')
  await expectHome(theirs)
  await theirs.context().close()
})

test('the first visitor of the client is seen by whoever works in it, and by nobody in another', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const [method] = await server.ask([
    `select k.key from method_keys k join clients c on c.id = k.client_id where c.company_no = 'LA 1'`,
    [],
  ])
  const phone = await openFor(browser, baseURL)
  await phone.goto(`/${(method as { key: string }).key}`)
  await phone.getByLabel('First name').fill('Rosa')
  await phone.getByLabel('Last name').fill('Mamani')
  await phone.getByLabel('Mobile').fill('912345678')
  await phone
    .getByRole('button', { name: 'Sign in' })
    .or(phone.getByRole('button', { name: 'Continue' }))
    .click()
  await expect(phone.getByRole('heading', { name: 'Signed In' })).toBeVisible()
  await phone.context().close()

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
  await expect(page.getByText('Nobody is on site')).toBeVisible()
  await choose('Lima Arena')
  await expect(row(page, 'Rosa Mamani')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Client: Lima Arena' })).toBeVisible()
  await expect(row(page, 'Rosa Mamani')).toBeVisible()
  await expectAccessible(page)

  // Whose data it is stays in view where the bar is folded, and on a phone.
  const beside = page.getByRole('main').locator('p', { hasText: /^Lima Arena$/ })
  const head = page.getByRole('banner').locator('p').filter({ hasText: 'Lima Arena' })
  await expect(beside).toHaveCount(0)
  await page.getByRole('button', { name: 'Fold the menu' }).click()
  await expect(beside).toBeInViewport()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(head).toBeInViewport()
  await expect(beside).toBeHidden()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Unfold the menu' }).click()
  await expect(beside).toHaveCount(0)

  // The settings are those of the client that is worked in, and not of the own one.
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
  await expect(organisation).toContainText('Choose it in the side bar.')
  await expectAccessible(page)
})

test('a disabled client has no sessions and no guest pages, until the undo', async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const [method] = await server.ask([
    `select k.key from method_keys k join clients c on c.id = k.client_id where c.company_no = 'LA 1'`,
    [],
  ])
  const guestPage = `/${(method as { key: string }).key}`
  const theirs = await openFor(browser, baseURL)
  const joined = theirs.waitForEvent('websocket')
  await enter(theirs, admin.email, password)
  await expectHome(theirs)
  const socket = await joined
  // A visitor's page that is open already.
  const visitor = await theirs.context().newPage()
  await visitor.goto(guestPage)
  await visitor.getByLabel('First name').fill('Eva')
  await visitor.getByLabel('Last name').fill('Sosa')
  await visitor.getByLabel('Mobile').fill('+51 987 654 321')

  await openClients(page)
  await page.getByRole('checkbox', { name: 'Select Lima Arena' }).check()
  const closed = socket.waitForEvent('close', { timeout: 2000 })
  await page.getByRole('button', { name: 'Disable Clients' }).click()
  await closed
  // The page that is open leads to the login by itself.
  await expect(theirs).toHaveURL(/\/login/, { timeout: 2000 })
  await expect(page.getByText('1 client was disabled')).toBeVisible()
  await expect(row(page, 'Lima Arena')).toContainText('No')
  await expectAccessible(page)
  await visitor.getByRole('button', { name: 'Continue' }).click()
  await expect(visitor.getByText('Sign-in page is unavailable')).toBeVisible()
  await visitor.close()
  await theirs.goto(guestPage)
  await expect(theirs.getByRole('heading', { name: 'Sign-in page is unavailable' })).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Lima Arena')).toContainText('Yes')
  await theirs.goto(guestPage)
  await expect(theirs.getByLabel('First name')).toBeVisible()
  await theirs.context().close()

  await page.getByRole('checkbox', { name: 'Select Made Up' }).check()
  await page.getByRole('button', { name: 'Disable Clients' }).click()
  await expect(page.getByText('You cannot disable the client that you belong to.')).toBeVisible()
})

test('of two people who edit one client, the later one sees both values and chooses', async ({
  page,
  browser,
  baseURL,
}) => {
  expectRefusals(page, 412)
  await openClients(page)
  const other = await openFor(browser, baseURL)
  await openClients(other)
  for (const one of [page, other]) {
    await editDetails(one, 'Lima Arena')
    await expect(dialog(one).getByLabel('City')).toBeVisible()
  }
  await dialog(other).getByLabel('City').fill('Callao')
  await dialog(other).getByLabel('State').fill('Lima')
  await dialog(other).getByRole('button', { name: 'Update Client' }).click()
  await expect(dialog(other)).toBeHidden()

  await dialog(page).getByLabel('City').fill('Miraflores')
  await dialog(page).getByLabel('Street').fill('Calle 1')
  await dialog(page).getByRole('button', { name: 'Update Client' }).click()
  await expect(dialog(page).getByText('Somebody else has changed this meanwhile.')).toBeVisible()
  await expect(dialog(page).getByText('The other person’s value: Callao')).toBeVisible()
  await expect(dialog(page).getByLabel('City')).toHaveValue('Miraflores')
  await dialog(page).getByRole('link', { name: 'City' }).click()
  await expect(dialog(page).getByLabel('City')).toBeFocused()
  await expect(dialog(page).getByLabel('State')).toHaveValue('Lima')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Use it' }).click()
  await expect(dialog(page).getByLabel('City')).toHaveValue('Callao')
  await dialog(page).getByRole('button', { name: 'Update Client' }).click()
  await expect(dialog(page)).toBeHidden()
  await editDetails(page, 'Lima Arena')
  await expect(dialog(page).getByLabel('City')).toHaveValue('Callao')
  await expect(dialog(page).getByLabel('Street')).toHaveValue('Calle 1')
  await other.context().close()
})

test('one client is disabled by its menu, and the message takes it back', async ({ page }) => {
  await openClients(page)
  await page.getByRole('button', { name: 'Actions for Lima Arena' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await expect(row(page, 'Lima Arena')).toContainText('No')
  await expect(page.getByText('Lima Arena is disabled.')).toBeVisible()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Lima Arena')).toContainText('Yes')
  await page.reload()
  await expect(row(page, 'Lima Arena')).toContainText('Yes')
})

test('the look of the client that is worked in says whether there is a list of who is on site', async ({
  page,
  server,
}) => {
  const setLook = (look: string) =>
    server.ask([`update clients set look = $1 where name <> 'Lima Arena'`, [look]])
  await setLook('batbooth')
  await enter(page, operator, password)
  await expectHome(page)
  const item = page.getByRole('link', { name: 'Checked In Users' })
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^Client: / }).click()
    await page.getByLabel('Work in').selectOption({ label: name })
    await expect(page.getByRole('button', { name: `Client: ${name}` })).toBeVisible()
  }
  await expect(item).toHaveCount(0)
  await page.goto('/checked_in_users')
  await expectHome(page)
  await choose('Lima Arena')
  await item.click()
  await expect(row(page, 'Rosa Mamani')).toBeVisible()
  await page.reload()
  await expect(row(page, 'Rosa Mamani')).toBeVisible()
  await expectAccessible(page)
  await choose('Made Up')
  await expectHome(page)
  await expect(item).toHaveCount(0)
  await setLook('presence')
  await page.reload()
  await expect(item).toBeVisible()
})
