import { type Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, ownServerTest as test } from '../fixtures.ts'
import { AccountPages } from '../pages/account-pages.ts'
import { makeOrganisation, type Organisation } from '../pages/made-up-staff.ts'

test.use({ serverName: 'forms' })

/** The edit windows. */
test.describe.configure({ mode: 'default', timeout: 60_000 })
const password = 'Bellbird-harbour-52'
let people: Organisation

test.beforeAll(async ({ server }) => {
  people = await makeOrganisation(server, { look: 'presence', language: 'en-au', password })
})

async function logIn(page: Page, path = '/login', email = people.admin.email): Promise<AccountPages> {
  await page.goto(path)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  return new AccountPages(page, people.admin.name)
}

const editor = (page: Page) => page.getByRole('dialog', { name: 'Update my details' })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Close without saving?' })
const answer = (page: Page, name: string) => question(page).getByRole('button', { name }).click()

test('typing that would be lost is asked about, however the window is left', async ({ page }) => {
  const account = await logIn(page)
  await account.open('Update my details')
  const name = page.getByLabel('First name')
  await expect(name).toBeFocused()
  await name.fill('Mina')
  const ways = [
    () => page.keyboard.press('Escape'),
    () => editor(page).getByRole('button', { name: 'Close' }).click(),
    () => editor(page).getByRole('button', { name: 'Cancel' }).click(),
    () => page.goBack(),
  ]
  for (const leave of ways) {
    await leave()
    await expect(question(page)).toBeVisible()
    await answer(page, 'Keep editing')
    await expect(question(page)).toHaveCount(0)
    await expect(name).toHaveValue('Mina')
  }
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await answer(page, 'Discard')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(account.userMenu).toBeFocused()

  await account.open('Update my details')
  await expect(name).toHaveValue('Wilhelmina')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Back leaves once it was said that the typing may go', async ({ page }) => {
  const account = await logIn(page)
  await account.open('Update my details')
  await page.getByLabel('First name').fill('Mina')
  await page.goBack()
  await answer(page, 'Discard')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/home$/)
})

test('what the server refuses stands beside its field and on top, and goes with the next letter', async ({
  page,
}) => {
  expectRefusals(page, 422)
  const account = await logIn(page)
  await account.open('Update my details')
  await page.getByLabel('Email').fill('another@presence.example')
  const current = page.getByLabel('Current password')
  await current.fill('wrong')
  await page.getByRole('button', { name: 'Save' }).click()
  const error = page.getByText('The current password is not correct.')
  await expect(error).toHaveCount(2)
  await expect(current).toBeFocused()
  await expectAccessible(page)
  await current.pressSequentially('x')
  await expect(error).toHaveCount(0)
})

test('several errors: the first field has the focus, whichever was drawn later', async ({ page }) => {
  const account = await logIn(page)
  await account.open('Update my details')
  await page.getByLabel('Mobile').fill('0412 x')
  await page.getByLabel('Email').fill('another@presence.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toContainText([
    'Please enter your password',
    'Please enter a valid phone number',
  ])
  await expect(page.getByLabel('Current password')).toBeFocused()
  // The password is no longer required.
  await page.getByLabel('Email').fill(people.admin.email)
  await expect(page.getByRole('alert').getByRole('link')).toContainText(['Please enter a valid phone number'])
})

test('a failure that belongs to no field is said on top, and the typing stays', async ({ page, context }) => {
  expectRefusals(page, 0)
  const account = await logIn(page)
  await account.open('Update client')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('House of presence')
  await page.getByLabel('Street').fill('Wharf Road 1')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Update Client' }).click()
  await expect(page.getByRole('alert')).toContainText('The server did not respond.')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Update Client' }).click()
  await expect(page.getByText('The client has been updated.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await account.open('Update client')
  await expect(page.getByLabel('Street')).toHaveValue('Wharf Road 1')
  const confirming = page.getByRole('checkbox', { name: 'Visitors can confirm an unknown mobile' })
  await expect(confirming).not.toBeChecked()
  await confirming.check()
  await page.getByRole('button', { name: 'Update Client' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await account.open('Update client')
  await expect(confirming).toBeChecked()
})

test('the end of a session does not ask, and the draft comes back after the login', async ({
  page,
  server,
}) => {
  expectRefusals(page, 401)
  const account = await logIn(page)
  await account.open('Update my details')
  await page.getByLabel('Last name').fill('Achterberg-Ng')
  await server.ask([
    'update sessions set revoked_at = now() where user_id = (select id from users where email = $1)',
    [people.admin.email],
  ])
  const ended = page.getByText('Your session has ended. Please log in again.')
  // The live socket may report it before the press does.
  await page
    .getByRole('button', { name: 'Save' })
    .click({ timeout: 5000 })
    .catch(() => expect(ended).toBeVisible())
  await expect(ended).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(people.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByLabel('Last name')).toHaveValue('Achterberg-Ng')
  await page.keyboard.press('Escape')
  await answer(page, 'Discard')
  await account.open('Update my details')
  await expect(page.getByLabel('Last name')).toHaveValue('Achterberg')
})

test('a list of items: added, checked one by one, removed', async ({ page }) => {
  await logIn(page, '/example', 'operator@made-up.example')
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  const list = page.getByRole('group', { name: 'People' })
  await page.getByRole('button', { name: 'Add a person' }).click()
  const names = list.getByLabel('Name')
  await expect(names.nth(1)).toBeFocused()
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1)
  await expect(names.nth(1)).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove person 1' }).click()
  await expect(names).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Add a person' })).toBeFocused()
  await names.fill('Ng')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
