import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, ownServerTest as test } from '../fixtures.ts'
import { AccountPages } from '../pages/account-pages.ts'
import type { Authenticator } from '../pages/authenticator.ts'
import { type Language, languageTags, Translations } from '../pages/translations.ts'

test.use({ serverName: 'accounts-installation' })

/** An installation from its first start. Each test continues where the one before ended. */
test.describe.configure({ mode: 'serial', timeout: 90_000 })

const operator = { email: 'ines@first.example', name: 'Inés Quiroga', password: 'Bellbird-harbour-52' }
const chosen = 'Magpie-lantern-63'
const languages: Language[] = ['es', 'en', 'en-au']

async function logIn(page: Page, password: string, email = operator.email): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** The same page in each language, by its own switch, which ends in Australian English. */
async function inEachLanguage(page: Page, look: (texts: Translations) => Promise<void>): Promise<void> {
  for (const language of languages) {
    await page.getByRole('contentinfo').getByRole('combobox').selectOption(languageTags[language])
    await expect(page.locator('html')).toHaveAttribute('lang', languageTags[language])
    const texts = new Translations(language)
    await look(texts)
    await texts.expectNoEnglish(page)
    await expectAccessible(page)
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const onLogin = (page: Page) => expect(heading(page, 'Welcome')).toBeVisible()

test('the link that the terminal shows makes the first administrator, once', async ({ page, server }) => {
  expectRefusals(page, 422)
  const link = await server.firstAdminLink()
  await page.goto(link)
  await expect(heading(page, 'Welcome to Gatehouse')).toBeVisible()
  await inEachLanguage(page, async (texts) => {
    await page.getByRole('button', { name: texts.translate('Make the account') }).click()
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
    await page.getByRole('button', { name: 'Make the account' }).click()
    if (password === operator.password) break
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(
      'This password is too easy to guess. Please choose another one.',
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
  await logIn(page, operator.password)
  await expect(heading(page, 'Home')).toBeVisible()
  await new AccountPages(page, operator.name).logOut()
})

test('whoever was given a password chooses one of their own, and goes on to where they wanted to', async ({
  page,
  server,
}) => {
  expectRefusals(page, 403, 422)
  await server.ask(['update users set change_password = true where email = $1', [operator.email]])
  await page.goto('/checked_in_users?sort=name%20asc')
  await logIn(page, operator.password)
  await expect(heading(page, 'Change your password')).toBeVisible()
  for (const path of ['/home', '/board']) {
    await page.goto(path)
    await expect(heading(page, 'Change your password')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`from=${encodeURIComponent(path)}`))
  }
  await page.getByRole('button', { name: 'Log out' }).click()
  await onLogin(page)

  await page.goto('/checked_in_users?sort=name%20asc')
  await logIn(page, operator.password)
  await inEachLanguage(page, async (texts) => {
    await page.getByLabel(texts.translate('Current password')).fill(operator.password)
    for (const field of ['New password', 'Confirm password'])
      await page.getByLabel(texts.translate(field)).fill(operator.password)
    await page.getByRole('button', { name: texts.translate('Change password') }).click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(
      texts.translate('Please choose a password that you do not use already.'),
    )
  })
  await page.getByLabel('New password').fill(chosen)
  await page.getByLabel('Confirm password').fill(chosen)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(heading(page, 'Checked In Users')).toBeVisible()
  await expect(page).toHaveURL(/\/checked_in_users\?sort=name(%20|\+)asc/)
  await expect(page.getByText('Your password has been updated.')).toBeVisible()
  await new AccountPages(page, operator.name).logOut()
  expectRefusals(page, 401)
  await logIn(page, operator.password)
  await expect(page.getByText('Login failed. Email or password was incorrect.')).toBeVisible()
})

test('a password that is due is asked for before a board, which comes after it', async ({ page, server }) => {
  expectRefusals(page, 403)
  await server.ask(['update users set change_password = true where email = $1', [operator.email]])
  await page.goto('/board')
  await logIn(page, chosen)
  await expect(heading(page, 'Change your password')).toBeVisible()
  await server.ask(['update users set change_password = false where email = $1', [operator.email]])
  await page.goto('/board')
  await expect(page.getByText('No site is assigned to you')).toBeVisible()
})

test.describe('an organisation that demands two steps', () => {
  let authenticator: Authenticator

  test('nobody gets past the set-up: cancelling logs out, finishing leads on', async ({ page, server }) => {
    expectRefusals(page, 422)
    await server.ask(["update clients set two_step_required_for = '{site_admin}'", []])
    const account = new AccountPages(page, operator.name)
    await page.goto('/checked_in_users')
    await logIn(page, chosen)
    await expect(heading(page, 'Set up two-step authentication')).toBeVisible()
    await page.goto('/home')
    await expect(heading(page, 'Set up two-step authentication')).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Step 2 of 5: Register')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await onLogin(page)
    const sessions =
      'select 1 from sessions s join users u on u.id = s.user_id where u.email = $1 and s.revoked_at is null and not s.authenticated'
    expect(await server.ask([sessions, [operator.email]])).toEqual([])

    await page.goto('/checked_in_users')
    await logIn(page, chosen)
    authenticator = await account.walkThroughSetUp()
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
  }) => {
    expectRefusals(page, 403, 429)
    const account = new AccountPages(page, operator.name)
    const wrong = async (count: number) => {
      for (let at = 0; at < count; at += 1) {
        const answered = page.waitForResponse(/2fa\/verify$/)
        await account.code.fill('000000')
        expect((await answered).status()).toBe(200)
        await expect(account.code).toHaveValue('')
      }
    }
    await page.goto('/login')
    await logIn(page, chosen)
    await wrong(5)
    await account.code.fill('000000')
    await inEachLanguage(page, async (texts) => {
      await expect(page.getByText(texts.translate('Too many wrong codes'))).toBeVisible()
      await expect(page.getByText(texts.translate('Please log in again.'))).toBeVisible()
    })
    await page.getByRole('button', { name: 'Log in again' }).click()
    await onLogin(page)

    await logIn(page, chosen)
    await wrong(5)
    await account.code.fill('000000')
    await inEachLanguage(page, async (texts) => {
      await expect(page.getByText(texts.translate('Too many wrong codes'))).toBeVisible()
      await expect(page.getByText(texts.pattern('You can try again {wait}.'))).toContainText('15')
    })
    await page.getByRole('button', { name: 'Cancel and log out' }).click()
    await logIn(page, chosen)
    await expect(page.getByText('Account is locked after too many wrong codes.')).toBeVisible()
    await page.getByRole('contentinfo').getByRole('combobox').selectOption('es')
    const texts = new Translations('es')
    await page.getByLabel(texts.translate('Password'), { exact: true }).fill(chosen)
    await page.getByRole('button', { name: texts.translate('Log in') }).click()
    await expect(
      page.getByText(
        texts.translate('Account is locked after too many wrong codes. Please try again in a few minutes.'),
      ),
    ).toBeVisible()
    await texts.expectNoEnglish(page)
  })
})

test('too many attempts: when to try again is said, for known and unknown addresses alike', async ({
  page,
}) => {
  expectRefusals(page, 401, 429)
  await page.goto('/login')
  for (let at = 0; at < 11; at += 1) {
    const answered = page.waitForResponse(/\/api\/login$/)
    await logIn(page, `guess ${at}`, 'nobody@first.example')
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
    await expect(page.getByText('An email has been sent')).toBeFocused()
    await page.keyboard.press('Escape')
  }
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(
    page.getByText(/^Too many attempts\. You can try again in (60|[1-5]?\d) minutes\.$/),
  ).toBeVisible()
  await expectAccessible(page)
})
