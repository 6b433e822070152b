import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { enter, expectHome, startSession } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'

const operator = 'operator@gatehouse.example'
const password = 'Bellbird-harbour-52'
/** Clients' names and numbers are searched in the whole installation. */
const unique = () => crypto.randomUUID().slice(0, 8)

/** Another person's page, in their own browser. */
async function openFor(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), locale: 'en-AU' })
  return context.newPage()
}

async function openClients(page: Page, search: string): Promise<void> {
  await startSession(page, operator)
  await page.goto(`/client_management?search=${encodeURIComponent(search)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Client Management' })).toBeVisible()
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })

async function editDetails(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit Details' }).click()
}

test(
  'a new client is invited by a link, whose admin sees the own client and nothing else',
  { tag: '@gate' },
  async ({ page, browser, baseURL }) => {
    expectRefusals(page, 409)
    const name = `Lima Arena ${unique()}`
    const email = `${unique()}@lima.example`
    await openClients(page, name)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New Client' }).click()
    await field(page, 'Name').fill(name)
    await field(page, 'Company number').fill('60 412 870 135')
    await field(page, 'Country of phone numbers').selectOption('PE')
    await field(page, 'Time zone').selectOption('America/Lima')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Add Client' }).click()
    await expect(
      dialog(page).getByRole('link', {
        name: /^Company number: This company number belongs to another client/,
      }),
    ).toBeVisible()
    await field(page, 'Company number').fill(`LA ${name}`)
    await dialog(page).getByRole('button', { name: 'Add Client' }).click()
    const link = await dialog(page).getByLabel('One-time link').inputValue()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(row(page, name)).toContainText(`LA ${name}`)

    const theirs = await openFor(browser, baseURL)
    await theirs.goto(link)
    await expect(theirs.getByText(`You have been invited to run ${name} here.`)).toBeVisible()
    await expectAccessible(theirs)
    await theirs.getByLabel('First name').fill('Lucía')
    await theirs.getByLabel('Last name').fill('Quispe')
    await theirs.getByLabel('Email').fill(email)
    await theirs.getByLabel('New password').fill(password)
    await theirs.getByLabel('Confirm password').fill(password)
    await theirs.getByRole('button', { name: 'Create the account' }).click()
    await expect(theirs.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
    await theirs.goto(link)
    await expect(theirs.getByText('This link is not valid or has expired')).toBeVisible()
    await enter(theirs, email, password)
    await expectHome(theirs)
    await expect(theirs.getByRole('combobox', { name: 'Site' })).toContainText(name)
    await expect(theirs.getByRole('heading', { name: 'Getting started' })).toBeVisible()
    await expect(theirs.getByRole('listitem').filter({ hasText: 'Name your site' })).toContainText('Done:')
    await expectAccessible(theirs)
    await theirs.goto('/client_management')
    await expect(theirs.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
    await expectAccessible(theirs)
    await theirs.getByRole('link', { name: 'Go to Home' }).click()
    await expectHome(theirs)
    await theirs.context().close()
  },
)

test(
  'a disabled client has no sessions and no guest pages, until the undo',
  { tag: '@gate' },
  async ({ page, browser, baseURL, venues }) => {
    const name = `Lima Arena ${unique()}`
    const venue = await venues.open({ ...plain, siteName: name })
    const admin = await venues.appoint(venue)
    const guestPage = `/${venue.key}`
    const theirs = await openFor(browser, baseURL)
    const joined = theirs.waitForEvent('websocket')
    await enter(theirs, admin.email, admin.password)
    await expectHome(theirs)
    const socket = await joined
    // A visitor's page that is already open.
    const visitor = await theirs.context().newPage()
    await visitor.goto(guestPage)
    await visitor.getByLabel('First name').fill('Eva')
    await visitor.getByLabel('Last name').fill('Sosa')
    await visitor.getByLabel('Mobile').fill('+51 987 654 321')

    await openClients(page, name)
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    const closed = socket.waitForEvent('close')
    await page.getByRole('button', { name: 'Disable Clients' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable Clients' }).click()
    await closed
    // The open page redirects to the login automatically.
    await expect(theirs).toHaveURL(/\/login/)
    await expect(page.getByText('1 client was disabled')).toBeVisible()
    await expect(row(page, name)).toContainText('No')
    await expectAccessible(page)
    await visitor.getByRole('button', { name: 'Continue' }).click()
    await expect(visitor.getByText('Sign-in page is unavailable')).toBeVisible()
    await visitor.close()
    await theirs.goto(guestPage)
    await expect(theirs.getByRole('heading', { name: 'Sign-in page is unavailable' })).toBeVisible()

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, name)).toContainText('Yes')
    await theirs.goto(guestPage)
    await expect(theirs.getByLabel('First name')).toBeVisible()
    await theirs.context().close()

    await openClients(page, 'Lantern Caves')
    await page.getByRole('checkbox', { name: 'Select Lantern Caves' }).check()
    await page.getByRole('button', { name: 'Disable Clients' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable Clients' }).click()
    await expect(page.getByText('You can’t disable your own client.')).toBeVisible()
  },
)

test('of two people who edit one client, the later one sees both values and chooses', async ({
  page,
  browser,
  baseURL,
  venues,
}) => {
  expectRefusals(page, 412)
  const name = `Lima Arena ${unique()}`
  await venues.open({ ...plain, siteName: name })
  await openClients(page, name)
  const other = await openFor(browser, baseURL)
  await openClients(other, name)
  for (const one of [page, other]) {
    await editDetails(one, name)
    await expect(dialog(one).getByLabel('City')).toBeVisible()
  }
  await dialog(other).getByLabel('City').fill('Callao')
  await dialog(other).getByLabel('State').fill('Lima')
  await dialog(other).getByRole('button', { name: 'Update Client' }).click()
  await expect(dialog(other)).toBeHidden()

  await dialog(page).getByLabel('City').fill('Miraflores')
  await dialog(page).getByLabel('Street').fill('Calle 1')
  await dialog(page).getByRole('button', { name: 'Update Client' }).click()
  await expect(dialog(page).getByText('Another person has changed this.')).toBeVisible()
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
  await editDetails(page, name)
  await expect(dialog(page).getByLabel('City')).toHaveValue('Callao')
  await expect(dialog(page).getByLabel('Street')).toHaveValue('Calle 1')
  await other.context().close()
})

test('one client is disabled by its menu, and the message takes it back', async ({ page, venues }) => {
  const name = `Lima Arena ${unique()}`
  await venues.open({ ...plain, siteName: name })
  await openClients(page, name)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await expect(row(page, name)).toContainText('No')
  await expect(page.getByText(`${name} is disabled.`)).toBeVisible()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, name)).toContainText('Yes')
  await page.reload()
  await expect(row(page, name)).toContainText('Yes')
})
