import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, ownServerTest as test } from '../fixtures.ts'
import { AccountPages } from '../pages/account-pages.ts'
import { inEachLanguage } from '../pages/languages.ts'
import { logIn } from '../pages/staff-pages.ts'

test.use({ serverName: 'accounts-installation' })

/** The first administrator is created once. */
test.describe.configure({ mode: 'serial' })

const operator = { email: 'ines@first.example', name: 'Inés Quiroga', password: 'Bellbird-harbour-52' }

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('the link that the terminal shows makes the first administrator, once', async ({ page, server }) => {
  expectRefusals(page, 422)
  const link = await server.firstAdminLink()
  await page.goto(link)
  await expect(heading(page, 'Welcome to Gatehouse')).toBeVisible()
  await inEachLanguage(page, async (texts) => {
    await page.getByRole('button', { name: texts.translate('Create the account') }).click()
    await expect(
      page.getByRole('link', { name: texts.translate('Please enter a company number') }),
    ).toBeVisible()
  })
  for (const host of ['pulse.localhost', 'batbooth.localhost']) {
    await page.goto(link.replace('localhost', host))
    await expect(page.locator('html')).toHaveAttribute('data-look', host.split('.')[0]!)
    await expect(heading(page, 'Welcome to Gatehouse')).toBeVisible()
    await expectAccessible(page)
  }
  await page.goto(link)
  await page.getByLabel('Organisation').fill('First Venue')
  await page.getByLabel('Company number').fill('FV 1')
  await page.getByLabel('First name').fill('Inés')
  await page.getByLabel('Last name').fill('Quiroga')
  await page.getByLabel('Email').fill(operator.email)
  // A password made of the owner’s own details is refused.
  for (const password of ['First-Venue-1', operator.password]) {
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Create the account' }).click()
    if (password === operator.password) break
    await expect(page.getByRole('alert').getByRole('link')).toContainText(
      'This password is too easy to guess. Choose another one.',
    )
  }
  await inEachLanguage(page, (texts) =>
    expect(page.getByText(texts.translate('The administrator’s account is ready'))).toBeVisible(),
  )

  await page.goto(link)
  await inEachLanguage(page, (texts) =>
    expect(page.getByText(texts.translate('This link is not valid or has expired'))).toBeVisible(),
  )
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, operator.email, operator.password)
  await expect(heading(page, 'Home')).toBeVisible()
  await new AccountPages(page, operator.name).logOut()
})

test('too many attempts: when to try again is said, for known and unknown addresses alike', async ({
  page,
}) => {
  expectRefusals(page, 401, 429)
  await page.goto('/login')
  for (let at = 0; at < 11; at += 1) {
    const answered = page.waitForResponse(/\/api\/login$/)
    await logIn(page, 'nobody@first.example', `guess ${at}`)
    expect((await answered).status()).toBe(at < 10 ? 401 : 429)
  }
  await inEachLanguage(page, async (texts) => {
    await expect(page.getByText(texts.translate('Too many attempts'))).toBeVisible()
    await expect(page.getByText(texts.pattern('You can try again {wait}.'))).toContainText('2')
    await expect(
      page.getByText(texts.translate('Login failed. Email or password was incorrect.')),
    ).toHaveCount(0)
  })

  for (let at = 0; at < 3; at += 1) {
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('An email has been sent')).toBeVisible()
    await expect(page.locator('[tabindex="-1"]', { hasText: /^An email has been sent/ }).last()).toBeFocused()
    await page.keyboard.press('Escape')
  }
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(
    page.getByText(/^Too many attempts\. You can try again in (60|[1-5]?\d) minutes\.$/),
  ).toBeVisible()
  await expectAccessible(page)
})
