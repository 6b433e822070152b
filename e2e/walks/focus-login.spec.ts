import type { Page } from '@playwright/test'
import { limits } from '@gatehouse/validation/limits'
import { expect, expectRefusals, ownServerTest as test } from '../fixtures.ts'
import { AccountPages } from '../pages/account-pages.ts'
import { expectFocus, expectFocusKept, watchFocus } from '../pages/focus.ts'
import { countMails, linkFromMail } from '../pages/mailbox.ts'
import { makeOrganisation, type Organisation } from '../pages/made-up-staff.ts'

/** The focus on the pages before the login, by keyboard alone. */
test.use({ serverName: 'focus-login' })
test.describe.configure({ mode: 'serial', timeout: 90_000 })
const password = 'Bellbird-harbour-52'
let people: Organisation

const email = (page: Page) => page.getByLabel('Email', { exact: true })
const code = (page: Page) => page.getByRole('textbox', { name: 'Verification code' })

test.beforeEach(async ({ page }) => watchFocus(page))
test.afterEach(async ({ page }) => expectFocusKept(page))

async function logIn(page: Page, person = people.admin): Promise<void> {
  await email(page).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('the first administrator: errors, and a link that was used meanwhile', async ({ page, server }) => {
  await page.goto(await server.firstAdminLink())
  await expectFocus(page.getByLabel('Organisation'))
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('alert'))
  const error = page.getByRole('link', { name: 'Please enter a company number' })
  await page.getByLabel('Company number').pressSequentially('F')
  await expect(error).toHaveCount(0)
  await expectFocus(page.getByLabel('Company number'))

  people = await makeOrganisation(server, { look: 'presence', language: 'en-au', password })
  expectRefusals(page, 422)
  await page.getByLabel('Organisation').fill('First Venue')
  await page.getByLabel('First name').fill('Inés')
  await page.getByLabel('Last name').fill('Quiroga')
  await page.getByLabel('Email').fill('ines@first.example')
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This link is not valid or has expired')).toBeVisible()
  await expectFocus(page.getByRole('main'))
})

test('the login: errors, a refusal, and the window of a forgotten password', async ({ page }) => {
  expectRefusals(page, 401)
  await page.goto('/login')
  await expectFocus(email(page))
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('alert'))
  await email(page).pressSequentially(people.admin.email)
  await page.getByLabel('Password', { exact: true }).pressSequentially('w')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Login failed. Email or password was incorrect.')).toBeVisible()
  await expectFocus(page.getByLabel('Password', { exact: true }))

  const link = page.getByRole('link', { name: 'Forgot password?' })
  const dialog = page.getByRole('dialog', { name: 'Forgot password' })
  for (const leave of ['Escape', 'Cancel', 'Close'] as const) {
    await link.focus()
    await page.keyboard.press('Enter')
    await expectFocus(dialog.getByLabel('Email'))
    if (leave === 'Escape') await page.keyboard.press('Escape')
    else {
      await dialog.getByRole('button', { name: leave }).focus()
      await page.keyboard.press('Enter')
    }
    await expectFocus(link)
  }
})

test('a reset: errors, a link that was used meanwhile, another one, the success', async ({
  page,
  browser,
  server,
}) => {
  expectRefusals(page, 0, 422)
  const seen = await countMails(people.admin.email, server.outbox)
  const ask = async () => {
    await page.goto('/login?modal=forgot')
    await expectFocus(page.getByRole('dialog').getByLabel('Email'))
    await page.getByRole('dialog').getByLabel('Email').fill(people.admin.email)
    await page.keyboard.press('Enter')
    await expectFocus(page.getByRole('heading', { name: 'An email has been sent' }))
  }
  await ask()
  const link = await linkFromMail(people.admin.email, '/reset_password', seen, server.outbox)

  await page.route('**/api/password/validate/*', (route) => route.abort())
  await page.goto(link)
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.focus()
  await page.unrouteAll()
  await page.keyboard.press('Enter')
  await expectFocus(page.getByLabel('New password'))
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('alert'))
  await page.getByLabel('New password').pressSequentially(password)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('alert'))
  await expect(page.getByRole('alert').getByRole('link')).toContainText(['Password does not match.'])
  await page.getByLabel('Confirm password').pressSequentially(password)
  await expect(page.getByRole('alert')).toHaveCount(0)

  const other = await browser.newPage()
  await other.goto(link)
  await other.getByLabel('New password').fill(password)
  await other.getByLabel('Confirm password').fill(password)
  await other.getByRole('button', { name: 'Set new password' }).click()
  await expectFocus(other.getByRole('heading', { name: 'Your password has been updated' }))
  await other.close()
  await page.keyboard.press('Enter')
  await expect(page.getByText('This password reset link is not valid or has expired.')).toBeVisible()
  await expectFocus(page.getByRole('main'))
  await page.getByLabel('Email').focus()
  await page.keyboard.press('Enter')
  await expectFocus(page.getByLabel('Email'))
  await page.getByLabel('Email').pressSequentially(people.admin.email)
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('heading', { name: 'An email has been sent' }))
})

test('two-step at the login: the set-up, wrong codes, and a login that has to be begun again', async ({
  page,
}) => {
  expectRefusals(page, 429)
  await page.goto('/login')
  await logIn(page, people.obliged)
  await expectFocus(page.getByRole('heading', { name: 'Install an authenticator app' }))
  const account = new AccountPages(page, people.obliged.name)
  await account.walkThroughSetUp()
  await expectFocus(page.getByRole('heading', { name: 'Save your recovery codes' }))
  await page.getByLabel('I have saved these codes').check()
  await page.getByRole('button', { name: 'Finish' }).press('Enter')
  await expectFocus(page.getByRole('heading', { name: 'Two-step authentication is on' }))
  await page.getByRole('button', { name: 'Continue to log in' }).press('Enter')
  await expectFocus(code(page))

  await page.keyboard.press('Enter')
  await expectFocus(code(page))
  await page.getByRole('button', { name: 'Use a recovery code instead' }).press('Enter')
  const recovery = page.getByLabel('Recovery code')
  await expectFocus(recovery)
  await page.keyboard.press('Enter')
  await expectFocus(recovery)
  await recovery.pressSequentially('aaaaaa-aaaaaa')
  await page.keyboard.press('Enter')
  const wrong = page.getByText('Login failed. Invalid recovery code.')
  await expect(wrong).toBeVisible()
  await expectFocus(recovery)
  await recovery.pressSequentially('b')
  await expect(wrong).toHaveCount(0)
  await page.getByRole('button', { name: 'Use a verification code instead' }).press('Enter')
  await expectFocus(code(page))

  const again = page.getByRole('button', { name: 'Log in again' })
  // One was wrong already. After the last one of the session even a correct one would be refused.
  for (let tried = 2; tried <= limits.wrongCodes.perSession; tried += 1) {
    await code(page).pressSequentially('000000')
    await expect(code(page)).toHaveValue('')
    await expectFocus(code(page))
  }
  await code(page).pressSequentially('000000')
  await expectFocus(again)
  await page.keyboard.press('Enter')
  await expectFocus(email(page))
})
