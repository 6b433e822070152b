import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { AccountPages } from '../pages/account-pages.ts'
import { countMails, linkFromMail } from '../pages/mailbox.ts'
import { enter, expectHome } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'
import type { Login } from '../venues.ts'

/** The name of the people that `appoint` creates. */
const name = 'Robin Tester'
const fresh = 'Ironbark-lantern-41'
let admin: Login
test.beforeEach(async ({ venues }) => {
  admin = await venues.appoint(await venues.open({ ...plain, siteName: 'Ridge Mining' }))
})

test('changing it: what is wrong stands beside its field, and other sessions end', async ({
  page,
  browser,
}) => {
  expectRefusals(page, 422)
  const account = new AccountPages(page, name)
  const other = await browser.newContext()
  const elsewhere = await other.newPage()
  await enter(elsewhere, admin.email, admin.password)
  await expectHome(elsewhere)

  await enter(page, admin.email, admin.password)
  await account.open('Change password')
  await expectAccessible(page)
  const current = page.getByLabel('Current password')
  const next = page.getByLabel('New password')
  const again = page.getByLabel('Confirm password')
  await expect(again).toBeDisabled()
  await current.fill('wrong')
  await next.fill('short')
  await expect(again).toBeEnabled()
  await again.fill('other')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('link', { name: 'Password does not match.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'A password has at least 8 characters' })).toBeVisible()
  await expectAccessible(page)
  await next.fill(fresh)
  await again.fill(fresh)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('link', { name: 'The current password is not correct.' })).toBeVisible()
  await current.fill(admin.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password has been updated.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The page notices automatically.
  await expect(elsewhere.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(elsewhere.getByText('Your session has ended. Please log in again.')).toBeVisible()
  await other.close()
})

test(
  'forgotten: the same answer for everybody, a link by mail, a new password, no old session',
  { tag: '@gate' },
  async ({ page, browser }) => {
    const other = await browser.newContext()
    const elsewhere = await other.newPage()
    await enter(elsewhere, admin.email, admin.password)
    await expectHome(elsewhere)

    const seen = await countMails(admin.email)
    await page.goto('/login')
    for (const email of ['nobody@ridge.example', admin.email]) {
      await page.getByLabel('Email').fill(email)
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await expect(page).toHaveURL(/modal=forgot/)
      const field = page.getByRole('dialog').getByLabel('Email')
      await expect(field).toHaveValue(email)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText('An email has been sent')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused()
    }

    const link = await linkFromMail(admin.email, '/reset_password', seen)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1, name: 'Password Reset' })).toBeVisible()
    await page.getByLabel('New password').fill(fresh)
    await page.getByLabel('Confirm password').fill(fresh)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(page.getByText('Your password has been updated')).toBeVisible()

    await page.goto(link)
    await expect(page.getByText('This password reset link is not valid or has expired.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send a new link' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Log in' }).click()
    expectRefusals(page, 401)
    await enter(page, admin.email, admin.password)
    await expect(page.getByText('Login failed. Email or password was incorrect.')).toBeVisible()
    await enter(page, admin.email, fresh)
    await expectHome(page)

    await elsewhere.goto('/home')
    await expect(elsewhere.getByRole('button', { name: 'Log in' })).toBeVisible()
    await other.close()
  },
)

test('a common password is refused, and what is known of breaches is told', async ({ page }) => {
  expectRefusals(page, 422)
  const account = new AccountPages(page, name)
  await enter(page, admin.email, admin.password)
  await account.open('Change password')
  await page.getByLabel('Current password').fill(admin.password)
  await page.getByLabel('New password').fill('password1')
  await page.getByLabel('Confirm password').fill('password1')
  await expect(page.getByText('This password appeared in a data breach')).toBeVisible()
  await expect(page.getByText('This is one of the most common passwords.')).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1)
  await page.getByLabel('New password').fill(fresh)
  await page.getByLabel('Confirm password').fill(fresh)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('without a token there is nothing to reset', async ({ page }) => {
  await page.goto('/reset_password')
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/reset_password?token=guessed')
  await expect(page.getByText('This password reset link is not valid or has expired.')).toBeVisible()
})

test('sessions end one by one or all at once', async ({ page, browser }) => {
  const account = new AccountPages(page, name)
  const others = await Promise.all([browser.newContext(), browser.newContext()])
  const pages = await Promise.all(others.map((context) => context.newPage()))
  for (const elsewhere of pages) {
    await enter(elsewhere, admin.email, admin.password)
    await expectHome(elsewhere)
  }
  const [first, second] = pages
  await enter(page, admin.email, admin.password)
  await account.open('Sessions and devices')
  await expect(page.getByText('This session')).toBeVisible()
  await expectAccessible(page)
  const end = page.getByRole('button', { name: /^Log out \w+ on \w+/ })
  const before = await end.count()
  await end.first().click()
  await expect(end).toHaveCount(before - 1)
  await second!.goto('/home')
  await expect(second!.getByRole('button', { name: 'Log in' })).toBeVisible()
  await first!.goto('/home')
  await expectHome(first!)

  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(page.getByRole('button', { name: 'Log out everywhere' })).toBeFocused()
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('button', { name: 'Yes, log out everywhere' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await first!.goto('/home')
  await expect(first!.getByRole('button', { name: 'Log in' })).toBeVisible()
  await Promise.all(others.map((context) => context.close()))
})

test('the client’s details, for its admin', async ({ page }) => {
  const account = new AccountPages(page, name)
  await enter(page, admin.email, admin.password)
  await account.open('Update client')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ridge Mining')
  await expectAccessible(page)
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Update Client' }).click()
  await expect(page.getByRole('link', { name: 'Please enter a name' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Ridge Mining')
  await page.getByLabel('City').fill('Kalgoorlie')
  await page.getByRole('button', { name: 'Update Client' }).click()
  await expect(page.getByText('The client has been updated.')).toBeVisible()
  await account.open('Update client')
  await expect(page.getByLabel('City')).toHaveValue('Kalgoorlie')
})
