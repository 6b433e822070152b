import type { Page } from '@playwright/test'
import { expect, expectRefusals, test } from '../fixtures.ts'
import { AccountPages } from '../pages/account-pages.ts'
import { enableTwoSteps } from '../pages/authenticator.ts'
import { inEachLanguage } from '../pages/languages.ts'
import { logIn } from '../pages/staff-pages.ts'
import { Translations } from '../pages/translations.ts'
import { plain } from '../pages/venue-plans.ts'
import { askDatabase } from '../server-tools.ts'
import type { Login } from '../venues.ts'

/** The name of the people that `appoint` creates. */
const name = 'Robin Tester'
let person: Login
test.beforeEach(async ({ venues }) => {
  person = await venues.appoint(await venues.open(plain))
})

const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text })
const onLogin = (page: Page) => expect(heading(page, 'Welcome')).toBeVisible()

async function setPasswordDue(isDue: boolean): Promise<void> {
  await askDatabase([['update users set change_password = $1 where email = $2', [isDue, person.email]]])
}

test('whoever was given a password chooses one of their own, and goes on to where they wanted to', async ({
  page,
}) => {
  expectRefusals(page, 403, 422)
  await setPasswordDue(true)
  await page.goto('/checked_in_users?sort=name%20asc')
  await logIn(page, person.email, person.password)
  await expect(heading(page, 'Change your password')).toBeVisible()
  for (const path of ['/home', '/board']) {
    await page.goto(path)
    await expect(heading(page, 'Change your password')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`from=${encodeURIComponent(path)}`))
  }
  await page.getByRole('button', { name: 'Log out' }).click()
  await onLogin(page)

  await page.goto('/checked_in_users?sort=name%20asc')
  await logIn(page, person.email, person.password)
  await inEachLanguage(page, async (texts) => {
    await page.getByLabel(texts.translate('Current password')).fill(person.password)
    for (const field of ['New password', 'Confirm password'])
      await page.getByLabel(texts.translate(field)).fill(person.password)
    await page.getByRole('button', { name: texts.translate('Change password') }).click()
    await expect(page.getByRole('alert').getByRole('link')).toContainText(
      texts.translate('Choose a password you are not using already.'),
    )
  })
  await page.getByLabel('New password').fill('Magpie-lantern-63')
  await page.getByLabel('Confirm password').fill('Magpie-lantern-63')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(heading(page, 'Checked In Users')).toBeVisible()
  await expect(page).toHaveURL(/\/checked_in_users\?sort=name(%20|\+)asc/)
  await expect(page.getByText('Your password has been updated.')).toBeVisible()
  await new AccountPages(page, name).logOut()
  expectRefusals(page, 401)
  await logIn(page, person.email, person.password)
  await expect(page.getByText('Login failed. Email or password was incorrect.')).toBeVisible()
})

test('a password that is due is asked for before a board, which comes after it', async ({ page }) => {
  expectRefusals(page, 403)
  await setPasswordDue(true)
  await page.goto('/board')
  await logIn(page, person.email, person.password)
  await expect(heading(page, 'Change your password')).toBeVisible()
  await setPasswordDue(false)
  await page.goto('/board')
  await expect(page.getByText('No one is on site')).toBeVisible()
})

test.describe('an organisation that demands two steps', () => {
  test('nobody gets past the set-up: cancelling logs out, finishing leads on', async ({ page }) => {
    expectRefusals(page, 422)
    await askDatabase([
      [
        `update clients set two_step_required_for = '{admin}' where id = (select client_id from users where email = $1)`,
        [person.email],
      ],
    ])
    const account = new AccountPages(page, name)
    await page.goto('/checked_in_users')
    await logIn(page, person.email, person.password)
    await expect(heading(page, 'Set up two-step authentication')).toBeVisible()
    await page.goto('/home')
    await expect(heading(page, 'Set up two-step authentication')).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Step 2 of 5: Register')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await onLogin(page)
    const sessions =
      'select 1 from sessions s join users u on u.id = s.user_id where u.email = $1 and s.revoked_at is null and not s.authenticated'
    expect(await askDatabase([[sessions, [person.email]]])).toEqual([])

    await page.goto('/checked_in_users')
    await logIn(page, person.email, person.password)
    const authenticator = await account.walkThroughSetUp()
    await page.getByLabel('I have saved these codes').check()
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByText('Two-step authentication is on')).toBeVisible()
    await page.getByRole('button', { name: 'Continue to log in' }).click()
    await account.code.fill(await authenticator.code())
    await expect(heading(page, 'Checked In Users')).toBeVisible()

    await account.open('Two-step authentication')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Your organisation requires two-step authentication')).toBeVisible()
    await page.getByRole('button', { name: 'Keep it on' }).click()
    await expect(page.getByText('On', { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog').locator(':focus')).toContainText('Authenticator app')
    await page.keyboard.press('Escape')
    await account.logOut()
  })

  test('wrong codes: five end the session, ten in a row lock the second factor for a quarter of an hour', async ({
    page,
    request,
  }) => {
    await enableTwoSteps(request, person)
    expectRefusals(page, 403, 429)
    const account = new AccountPages(page, name)
    const wrong = async (count: number) => {
      for (let at = 0; at < count; at += 1) {
        const answered = page.waitForResponse(/2fa\/verify$/)
        await account.code.fill('000000')
        expect((await answered).status()).toBe(200)
        await expect(account.code).toHaveValue('')
      }
    }
    await page.goto('/login')
    await logIn(page, person.email, person.password)
    await wrong(5)
    await account.code.fill('000000')
    await inEachLanguage(page, async (texts) => {
      await expect(page.getByText(texts.translate('Too many wrong codes'))).toBeVisible()
      await expect(page.getByText(texts.translate('Please log in again.'))).toBeVisible()
    })
    await page.getByRole('button', { name: 'Log in again' }).click()
    await onLogin(page)

    await logIn(page, person.email, person.password)
    await wrong(5)
    await account.code.fill('000000')
    await inEachLanguage(page, async (texts) => {
      await expect(page.getByText(texts.translate('Too many wrong codes'))).toBeVisible()
      await expect(page.getByText(texts.pattern('You can try again {wait}.'))).toContainText('15')
    })
    await page.getByRole('button', { name: 'Cancel and log out' }).click()
    await logIn(page, person.email, person.password)
    await expect(page.getByText('Account is locked after too many wrong codes.')).toBeVisible()
    await page.getByRole('contentinfo').getByRole('combobox').selectOption('es')
    const texts = new Translations('es')
    await page.getByLabel(texts.translate('Password'), { exact: true }).fill(person.password)
    await page.getByRole('button', { name: texts.translate('Log in') }).click()
    await expect(
      page.getByText(
        texts.translate('Account is locked after too many wrong codes. Please try again in a few minutes.'),
      ),
    ).toBeVisible()
    await texts.expectNoEnglish(page)
  })
})
