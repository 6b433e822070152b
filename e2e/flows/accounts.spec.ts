import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { AccountPages } from '../pages/account-pages.ts'
import { Authenticator, codeAt, enableTwoSteps } from '../pages/authenticator.ts'
import { countMails, linkFromMail } from '../pages/mailbox.ts'
import { callsAs, enter, expectHome, logIn } from '../pages/staff-pages.ts'
import { everything } from '../pages/venue-plans.ts'
import type { Login } from '../venues.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** The name of the people that `appoint` creates. */
const name = 'Robin Tester'
let person: Login
test.beforeEach(async ({ venues }) => {
  person = await venues.appoint(await venues.open(everything))
})

test('the codes of these journeys are those of RFC 6238, appendix B', () => {
  // The key of the RFC in base32, and the last six of its eight digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const vectors = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ] as const
  for (const [seconds, code] of vectors) expect(codeAt(secret, seconds * 1000)).toBe(code)
})

test.describe('two steps', () => {
  test(
    'setting it up: a wrong code, recovery codes that cannot be left, their file',
    { tag: '@gate' },
    async ({ page }) => {
      const account = new AccountPages(page, name)
      await enter(page, person.email, person.password)
      await expectHome(page)
      await account.open('Two-step authentication')
      await expect(page).toHaveURL(/modal=two_step/)
      await expectAccessible(page)

      // A cancelled set-up leaves nothing behind.
      await page.getByRole('button', { name: 'Set up' }).click()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('button', { name: 'Next' }).click()
      await account.code.fill('000 000')
      await expect(page.getByText('Incorrect verification code. Please try again.')).toBeVisible()
      await expect(account.code).toHaveValue('')
      await expect(account.code).toBeFocused()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByText('Off', { exact: true })).toBeVisible()

      await account.setUpAuthenticator()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByText('These codes are not active yet')).toBeVisible()
      await page.goBack()
      await expect(page.getByText('Save your recovery codes')).toBeVisible()
      await page.getByRole('button', { name: 'Finish' }).click()
      await expect(page.getByText('Save the codes first, then tick this.')).toBeVisible()

      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download' }).click()
      const file = await readFile(await (await downloading).path(), 'utf8')
      const lines = file.split('\n')
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(59)
      expect(file).toContain(`Account: ${person.email}`)
      expect(file).toContain('Site: localhost')
      const recoveryCodes = await page.getByRole('listitem').locator('code').allTextContents()
      expect(recoveryCodes).toHaveLength(10)
      for (const code of recoveryCodes) expect(code).toMatch(/^[\dA-Za-z]{6}-[\dA-Za-z]{6}$/)
      for (const code of recoveryCodes) expect(file).toContain(code)
      await page.getByRole('button', { name: 'Copy', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recoveryCodes.join('\n'))
      // Only the sheet is printed.
      await page.emulateMedia({ media: 'print' })
      await expect(page.locator('pre')).toHaveText(file)
      await expect(page.locator('pre')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeHidden()
      await page.emulateMedia({ media: null })

      await page.getByLabel('I have saved these codes').check()
      await page.getByRole('button', { name: 'Finish' }).click()
      await expect(page.getByText('On', { exact: true })).toBeVisible()
      await expect(page.getByText('10 left')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(account.userMenu).toBeFocused()
      await account.logOut()
    },
  )

  test(
    'logging in with a code, by paste; a reload in the middle; a device that is remembered',
    { tag: '@gate' },
    async ({ page, request }) => {
      const { authenticator } = await enableTwoSteps(request, person)
      const account = new AccountPages(page, name)
      await page.goto('/checked_in_users')
      await logIn(page, person.email, person.password)
      await expect(page.getByRole('heading', { level: 1, name: 'Two-step authentication' })).toBeVisible()
      await expect(account.code).toBeFocused()
      await expectAccessible(page)
      await page.reload()
      await account.code.fill('12 34-56')
      // The error is shown once, beside the field.
      await expect(page.getByText('Login failed. Invalid verification code.')).toBeVisible()
      await expect(page.getByText(/verification code\./i)).toHaveCount(1)
      await expect(account.code).toHaveValue('')
      await expect(account.code).toBeFocused()
      // No other page opens before.
      for (const path of ['/board', '/home']) {
        await page.goto(path)
        await expect(account.code).toBeVisible()
        await expect(page).toHaveURL(new RegExp(`from=${encodeURIComponent(path)}`))
      }

      await page.getByLabel('Remember this device for 30 days').check()
      const code = await authenticator.code()
      await page.evaluate(
        (text) => navigator.clipboard.writeText(text),
        `${code.slice(0, 3)} ${code.slice(3)}`,
      )
      await account.code.focus()
      await page.keyboard.press('ControlOrMeta+v')
      await expectHome(page)
      await account.logOut()
      await enter(page, person.email, person.password)
      await expectHome(page)

      // A remembered device can log in, but can't change the second factor.
      expectRefusals(page, 403)
      await account.open('Two-step authentication')
      await page.getByRole('button', { name: 'New codes' }).click()
      await page.getByRole('button', { name: 'Create codes' }).click()
      await expect(page.getByText('Please confirm that it is you')).toBeVisible()
      await expectAccessible(page)
      await account.code.fill(await authenticator.code())
      await expect(page.getByText('Save your recovery codes')).toBeVisible()
      await page.getByRole('button', { name: 'Cancel the new codes' }).click()
      await expect(page.getByText('10 left')).toBeVisible()
    },
  )

  test('a recovery code in its place, once', async ({ page, request }) => {
    const { recoveryCodes } = await enableTwoSteps(request, person)
    const account = new AccountPages(page, name)
    const [code = ''] = recoveryCodes
    for (const isFirst of [true, false]) {
      await enter(page, person.email, person.password)
      await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
      const field = page.getByRole('textbox', { name: 'Recovery code' })
      await expect(field).toBeFocused()
      await expectAccessible(page)
      await field.fill(` ${code} `)
      await page.keyboard.press('Enter')
      if (isFirst) {
        await expectHome(page)
        await account.logOut()
      }
    }
    await expect(page.getByText('Login failed. Invalid recovery code.')).toBeVisible()
    await expect(page.getByText(/Invalid recovery code/)).toHaveCount(1)
    await page.getByRole('button', { name: 'Use a verification code instead' }).click()
    await expect(account.code).toBeFocused()
    await page.getByRole('button', { name: 'Cancel and log out' }).click()
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  })

  test('new recovery codes count once they are saved; cancelled ones never do', async ({ page, request }) => {
    const { authenticator } = await enableTwoSteps(request, person)
    const account = new AccountPages(page, name)
    await enter(page, person.email, person.password)
    await account.code.fill(await authenticator.code())
    await expectHome(page)
    await account.open('Two-step authentication')
    await expect(page.getByText('10 left')).toBeVisible()
    await page.getByRole('button', { name: 'New codes' }).click()
    await page.getByRole('button', { name: 'Create codes' }).click()
    await expect(page.getByText('Save your recovery codes')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel the new codes' }).click()
    await expect(page.getByText('10 left')).toBeVisible()

    await page.getByRole('button', { name: 'New codes' }).click()
    await page.getByRole('button', { name: 'Create codes' }).click()
    await expect(page.getByRole('listitem').locator('code')).toHaveCount(10)
    const pending = await page.getByRole('listitem').locator('code').allTextContents()
    // A set-up continues after a reload.
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByRole('listitem').locator('code')).toHaveCount(10)
    expect(await page.getByRole('listitem').locator('code').allTextContents()).toEqual(pending)
    await page.getByLabel('I have saved these codes').check()
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByText('10 left')).toBeVisible()
  })

  test('turning it off asks first', async ({ page, request }) => {
    const { recoveryCodes } = await enableTwoSteps(request, person)
    const account = new AccountPages(page, name)
    await enter(page, person.email, person.password)
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0] ?? '')
    await page.keyboard.press('Enter')
    await expectHome(page)
    await page.goto('/home?modal=two_step')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Turn off two-step authentication?')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Off', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await account.logOut()
    await enter(page, person.email, person.password)
    await expectHome(page)
  })

  test('the first recovery codes of an older authenticator ask for a code', async ({ page, request }) => {
    const call = await callsAs(request, person)
    const { id, secret } = await call<{ id: string; secret: string }>('POST', '/2fa/new-totp-method')
    const authenticator = new Authenticator(secret)
    const methods = [{ id, type: 'totp', code: await authenticator.code() }]
    await call('POST', '/2fa/enable', { methods })

    const account = new AccountPages(page, name)
    await enter(page, person.email, person.password)
    await expect(page.getByRole('button', { name: 'Use a recovery code instead' })).toHaveCount(0)
    await page.getByLabel('Remember this device for 30 days').check()
    await account.code.fill(await authenticator.code())
    await expectHome(page)
    await account.logOut()
    await enter(page, person.email, person.password)
    await expectHome(page)

    // The call for codes is refused while there are none.
    expectRefusals(page, 403, 404)
    await account.open('Two-step authentication')
    await expect(page.getByText('None', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Create codes' }).click()
    await page.getByRole('button', { name: 'Create codes' }).click()
    await expect(page.getByText('Please confirm that it is you')).toBeVisible()
    await expectAccessible(page)
    await account.code.fill(await authenticator.code())
    await expect(page.getByText('Save your recovery codes')).toBeVisible()
    await page.getByLabel('I have saved these codes').check()
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByText('10 left')).toBeVisible()
    // A code is accepted as proof for some minutes.
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Off', { exact: true })).toBeVisible()
  })

  test('the bell tells of it, and can be cleared', async ({ page, request }) => {
    const { recoveryCodes } = await enableTwoSteps(request, person)
    await enter(page, person.email, person.password)
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0] ?? '')
    await page.keyboard.press('Enter')
    await expectHome(page)
    const bell = page.getByRole('button', { name: /^Notifications/ })
    await expect(bell).toHaveAccessibleName(/Notifications \d+ notifications/)
    await bell.click()
    const list = page.getByRole('dialog', { name: 'Notifications' })
    await expect(list.getByRole('listitem').first()).toContainText(/(second|minute)s? ago/)
    await list.getByRole('button', { name: 'Clear All' }).click()
    await expect(list.getByText('You have no notifications.')).toBeVisible()
    await page.reload()
    await bell.click()
    await expect(list.getByText('You have no notifications.')).toBeVisible()
  })
})

test('every field of the account takes a paste, and tells a password manager what it is', async ({
  page,
}) => {
  const paste = async (fields: Record<string, string>) => {
    for (const [label, purpose] of Object.entries(fields)) {
      const field = page.getByLabel(label, { exact: true }).last()
      await expect(field).toHaveAttribute('autocomplete', purpose)
      await field.fill('')
      await page.keyboard.press('ControlOrMeta+v')
      await expect(field).toHaveValue('Pasted 123')
    }
  }
  await page.goto('/login')
  await page.evaluate(() => navigator.clipboard.writeText('Pasted 123'))
  await paste({ Email: 'username', Password: 'current-password' })
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await paste({ Email: 'username' })
  await enter(page, person.email, person.password)
  await expectHome(page)
  await page.goto('/home?modal=password')
  await paste({
    'Current password': 'current-password',
    'New password': 'new-password',
    'Confirm password': 'new-password',
  })
  await expect(page.getByRole('dialog').locator('[autocomplete=username]')).toHaveValue(person.email)
  await page.goto('/home?modal=details')
  await paste({
    'First name': 'given-name',
    'Last name': 'family-name',
    Email: 'email',
    'Current password': 'current-password',
  })
})

test.describe('details', () => {
  test('another email needs the password, and counts once its link was opened', async ({ page }) => {
    expectRefusals(page, 401, 422)
    const account = new AccountPages(page, name)
    const changed = `moved.${person.email}`
    const seen = await countMails(changed)
    await enter(page, person.email, person.password)
    await account.open('Update my details')
    await expect(page.getByLabel('Current password')).toHaveCount(0)
    await page.getByLabel('Email').fill(changed)
    await expect(page.getByText('Please verify the new address')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Current password').fill('wrong')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('link', { name: 'The current password is not correct.' })).toBeVisible()
    await page.getByLabel('Current password').fill(person.password)
    await page.getByLabel('Mobile').fill('0491 570 158')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`We sent a link to ${changed}`)).toBeVisible()
    await account.open('Update my details')
    await expect(page.getByText(`Waiting for ${changed} to be verified`)).toBeVisible()
    await page.keyboard.press('Escape')
    await account.logOut()

    await page.goto(await linkFromMail(changed, '/verify_email', seen))
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByText('Your new email address is verified')).toBeVisible()
    await expectAccessible(page)
    await enter(page, person.email, person.password)
    await expect(page.getByText('Login failed. Email or password was incorrect.')).toBeVisible()
    await enter(page, changed, person.password)
    await expectHome(page)
  })

  test('a session that ends in the middle of typing leads back to what was typed', async ({
    page,
    context,
  }) => {
    expectRefusals(page, 401)
    const account = new AccountPages(page, name)
    await enter(page, person.email, person.password)
    await account.open('Update my details')
    await page.getByLabel('Last name').fill('Tester-Ng')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByLabel('Last name')).toHaveValue('Tester-Ng')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await account.open('Update my details')
    await expect(page.getByLabel('Last name')).toHaveValue('Tester')
  })

  test('the language follows the person to another browser', async ({ page, browser }) => {
    await enter(page, person.email, person.password)
    await expectHome(page)
    await page.getByRole('button', { name }).click()
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
    await page.getByRole('dialog').getByLabel('Language').selectOption('es')
    await saved
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')

    const other = await browser.newContext({ locale: 'en-AU' })
    const elsewhere = await other.newPage()
    await enter(elsewhere, person.email, person.password)
    await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'es')
    await other.close()
  })
})
