import type { Page } from '@playwright/test'
import { expect, ownServerTest as test } from '../fixtures.ts'
import { AccountPages } from '../pages/account-pages.ts'
import { drawFrames, expectFocus } from '../pages/focus.ts'
import { makeOrganisation, type Organisation } from '../pages/made-up-staff.ts'

/** The focus after each step. */
test.use({ serverName: 'focus' })
test.describe.configure({ mode: 'default', timeout: 60_000 })
const password = 'Bellbird-harbour-52'
let people: Organisation

test.beforeAll(async ({ server }) => {
  people = await makeOrganisation(server, { look: 'presence', language: 'en-au', password })
})

async function logIn(page: Page): Promise<AccountPages> {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(people.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  return new AccountPages(page, people.admin.name)
}

test('a window gives the focus back to the button that opened it, every time', async ({ page }) => {
  const account = await logIn(page)
  for (const entry of [
    'Sessions and devices',
    'Sessions and devices',
    'Change password',
    'Change password',
  ] as const) {
    await account.open(entry)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectFocus(account.userMenu)
  }
})

test('on a phone it goes back to the button of the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  const account = await logIn(page)
  for (let time = 0; time < 2; time += 1) {
    await account.open('Sessions and devices')
    await page.keyboard.press('Escape')
    await expectFocus(page.getByRole('button', { name: 'Open the menu' }))
  }
})

test('a window that an address opened leaves the focus on the page', async ({ page }) => {
  await logIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await page.goto('/home?modal=sessions')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectFocus(page.getByRole('main'))
})

test('the page takes the focus of a login that is gone', async ({ page }) => {
  await logIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await expectFocus(page.getByRole('main'))
})

test('a step for a code begins in its field', async ({ page }) => {
  const account = await logIn(page)
  await account.open('Two-step authentication')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expectFocus(page.getByRole('heading', { name: 'Install an authenticator app' }))
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expectFocus(account.code)
})

test('an error goes as soon as its field is right', async ({ page }) => {
  const account = await logIn(page)
  await account.open('Update my details')
  const name = page.getByLabel('First name')
  await name.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  const error = page.getByText('Please enter a first name')
  await expect(error).toHaveCount(2)
  await name.pressSequentially('W')
  await expect(error).toHaveCount(0)
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
})

test('the login forgets an error as soon as its field is right', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in' }).click()
  const error = page.getByText('Please enter a valid email address')
  await expect(error).toHaveCount(2)
  await page.getByLabel('Email', { exact: true }).pressSequentially('ann')
  await expect(error).toHaveCount(2)
  await page.getByLabel('Email', { exact: true }).pressSequentially('@example.org')
  await expect(error).toHaveCount(0)
  await expect(page.getByRole('alert').getByRole('link')).toContainText('Please enter your password')
})

test('a session that was ended leaves the focus in its list', async ({ page, browser, server }) => {
  const others = await Promise.all([browser.newContext(), browser.newContext()])
  for (const other of others) {
    const elsewhere = await other.newPage()
    await elsewhere.goto(`${server.origin}/login`)
    await elsewhere.getByLabel('Email', { exact: true }).fill(people.admin.email)
    await elsewhere.getByLabel('Password', { exact: true }).fill(password)
    await elsewhere.getByRole('button', { name: 'Log in' }).click()
    await expect(elsewhere.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  }
  const account = await logIn(page)
  await account.open('Sessions and devices')
  const end = page.getByRole('button', { name: /^Log out \w+ on \w+/ })
  await expect(end.first()).toBeVisible()
  const before = await end.count()
  await end.first().click()
  await expect(end).toHaveCount(before - 1)
  await drawFrames(page)
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await Promise.all(others.map((other) => other.close()))
})

test('a password that was set is said at its heading', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(people.admin.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await expectFocus(page.locator('[tabindex="-1"]', { hasText: /^An email has been sent/ }).last())
  await page.keyboard.press('Escape')
  await expectFocus(page.getByRole('link', { name: 'Forgot password?' }))
})
