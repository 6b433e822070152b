import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { KioskPage } from '../pages/kiosk-page.ts'
import { GuestPage, holdScript, type Visitor } from '../pages/guest-page.ts'

const person: Visitor = { firstName: 'Zoë', lastName: 'Nguyen-O’Hara', mobile: '0491 570 156' }

/** The position of the caret in the focused field, and the value of the field. */
const caret = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement
    return { id: field.id, value: field.value, from: field.selectionStart, to: field.selectionEnd }
  })

const nodes = async (page: Page) =>
  page.evaluateHandle(() =>
    ['firstName', 'lastName', 'mobile', 'dependents'].map((id) => document.getElementById(id)),
  )

test('the form stands, says where it is, and can be read without the script', async ({ page }) => {
  await holdScript(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Gallery')
  await expect(page).toHaveTitle('Guest Sign In – Harbour Gallery')
  await expect(page.getByText('They are deleted after')).toBeVisible()
  await expectAccessible(page)
})

test('the form is painted in its styles before any file of the page has come', async ({ page }) => {
  const held: string[] = []
  // The files never get a response.
  await page.route('**/_/guest/**', (route) => void held.push(new URL(route.request().url()).pathname))
  await new GuestPage(page).scan('GATE')
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const button = page.locator('form button')
  await expect(button).toBeInViewport({ ratio: 1 })
  await expect(button).toHaveCSS('border-radius', '10px')
  await button.click()
  await expect(page.getByText('One moment, this page is still loading.')).toBeVisible()
  expect(held.filter((path) => path.endsWith('.js'))).not.toEqual([])
  expect(held.filter((path) => path.endsWith('.css'))).toEqual([])
})

for (const { locale, words } of [
  { locale: 'en-AU', words: 'Sign-in page is unavailable' },
  { locale: 'es', words: 'La página de registro no está disponible' },
]) {
  test.describe(locale, () => {
    test.use({ locale })
    test('a key that leads nowhere says so without the script, and with it the same', async ({ page }) => {
      expectRefusals(page, 404)
      const script = await holdScript(page)
      await page.goto('/ZZZZ/questions', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words)
      await expect(page).toHaveTitle(words)
      await expectAccessible(page)
      const body = page.locator('#app')
      const text = await body.innerText()
      const picture = await page.screenshot({ animations: 'disabled' })
      script.release()
      await expect(page).toHaveURL(/\/ZZZZ\/invalid$/)
      expect(await body.innerText()).toBe(text)
      expect((await page.screenshot({ animations: 'disabled' })).equals(picture), 'looks the same').toBe(true)
    })
  })
}

test(
  'all that is typed before the script stays, in the very same fields, caret and focus too',
  { tag: '@gate' },
  async ({ page }) => {
    const script = await holdScript(page)
    const guest = new GuestPage(page)
    await guest.scan('GATE')
    await expect(guest.continueButton).toBeVisible()
    const before = await nodes(page)
    await page.getByLabel('First name').pressSequentially('Zoë')
    await page.getByLabel('Dependants').selectOption('3')
    await page.getByLabel('Mobile').fill('0491 570 156')
    await page.getByLabel('Last name').pressSequentially('Nguyn')
    await page.keyboard.press('ArrowLeft')
    const at = await caret(page)
    expect(at).toEqual({ id: 'lastName', value: 'Nguyn', from: 4, to: 4 })

    script.release()
    await guest.waitUntilHydrated()
    expect(await caret(page)).toEqual(at)
    // Typing continues in the middle of the word.
    await page.keyboard.type('e')
    await expect(page.getByLabel('Last name')).toHaveValue('Nguyen')
    await expect(page.getByLabel('First name')).toHaveValue('Zoë')
    await expect(page.getByLabel('Mobile')).toHaveValue('0491 570 156')
    await expect(page.getByLabel('Dependants')).toHaveValue('3')
    const same = await before.evaluate((fields) =>
      fields.every((field) => field !== null && document.getElementById(field.id) === field),
    )
    expect(same, 'the fields are the ones that the server wrote').toBe(true)

    const sent = page.waitForRequest('**/api/checkin')
    await guest.continueButton.click()
    expect((await sent).postDataJSON()).toMatchObject({
      firstName: 'Zoë',
      lastName: 'Nguyen',
      mobile: '0491 570 156',
      dependents: 3,
    })
    await expect(guest.pass).toBeVisible()
  },
)

test('a number that was pasted before the script loses what only a copy brings along', async ({ page }) => {
  const script = await holdScript(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  const mobile = page.getByLabel('Mobile')
  await mobile.fill('\u202atel:+61-491-570-156;phone-context=example.com')
  script.release()
  await guest.waitUntilHydrated()
  await expect(mobile).toHaveValue('+61-491-570-156')
})

test('keys that fall while the script takes over are not lost', async ({ page, context }) => {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const script = await holdScript(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await page.getByLabel('First name').focus()
  const name = 'Maximiliane Theodora Wilhelmina Augusta'
  script.release()
  await page.keyboard.type(name, { delay: 40 })
  await guest.waitUntilHydrated()
  await expect(page.getByLabel('First name')).toHaveValue(name)
  await page.getByLabel('Last name').fill('Lee')
  await expect(page.getByLabel('First name')).toHaveValue(name)
})

for (const way of ['click', 'Enter'] as const) {
  test(`a press before the script (${way}) sends nothing by itself, and is acted on`, async ({ page }) => {
    const script = await holdScript(page)
    const addresses: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) addresses.push(request.url())
    })
    const guest = new GuestPage(page)
    await guest.scan('GATE')
    await guest.fillDetails({ ...person, lastName: `Early ${way}` })
    if (way === 'click') await guest.continueButton.click()
    else await page.getByLabel('Mobile').press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-pressed', '')
    expect(addresses).toHaveLength(1)
    expect(page.url()).toMatch(/\/GATE$/)
    script.release()
    await expect(guest.pass).toBeVisible()
    await expect(page.getByText(`Zoë Early ${way}`)).toBeVisible()
  })
}

test('pressed early with something missing, it says so once the script is there', async ({ page }) => {
  const script = await holdScript(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await page.getByLabel('First name').fill('Zoë')
  await guest.continueButton.click()
  script.release()
  await expect(page.getByRole('alert')).toContainText('last name')
  await expect(page.getByLabel('First name')).toHaveValue('Zoë')
})

test('what was typed on the page before comes back, and what is typed now wins', async ({ page }) => {
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  const script = await holdScript(page)
  await guest.scan('GATE')
  await page.getByLabel('First name').fill('Chloé')
  script.release()
  await guest.waitUntilHydrated()
  await expect(page.getByLabel('First name')).toHaveValue('Chloé')
  await expect(page.getByLabel('Last name')).toHaveValue(person.lastName)
  await expect(page.getByLabel('Mobile')).toHaveValue(person.mobile)
})

test('what comes back into a field that was just entered gives way to what is typed', async ({ page }) => {
  const guest = new GuestPage(page)
  await guest.signIn('GATE', person)
  const script = await holdScript(page)
  await guest.scan('LAMP')
  await page.getByLabel('Mobile').focus()
  script.release()
  await guest.waitUntilHydrated()
  await expect(page.getByLabel('Mobile')).toHaveValue(person.mobile)
  await page.keyboard.type('0491 570 158')
  await expect(page.getByLabel('Mobile')).toHaveValue('0491 570 158')
})

test('the focus is not lost with the button that empties the form for somebody else', async ({ page }) => {
  const guest = new GuestPage(page)
  await guest.signIn('GATE', person)
  await page.goto('/LAMP', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Not you?' }).press('Enter')
  await expect(page.getByLabel('First name')).toHaveValue('')
  await expect(page.getByRole('main')).toBeFocused()
})

test('whoever is signed in comes to the pass, and is not shown the form on the way', async ({ page }) => {
  const guest = new GuestPage(page)
  await guest.signIn('GATE', person)
  const script = await holdScript(page)
  await guest.scan('GATE')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Gallery')
  await expect(page.locator('#firstName')).toBeAttached()
  await expect(page.locator('#firstName')).toBeHidden()
  await expect(page.locator('form button')).toBeHidden()
  script.release()
  await expect(guest.pass).toBeVisible()
  await expect(page.getByText('Zoë Nguyen-O’Hara')).toBeVisible()
})

test('whoever has pressed Start Again is shown the form at once', async ({ page }) => {
  const guest = new GuestPage(page)
  await guest.signIn('GATE', person)
  await page.getByRole('button', { name: 'Sign in someone else' }).click()
  await holdScript(page)
  await guest.scan('GATE')
  await expect(guest.continueButton).toBeVisible()
})

test('somebody else’s name is not mixed with the one of the last sign-in', async ({ page }) => {
  const guest = new GuestPage(page)
  await guest.signIn('GATE', person)
  // Another method on the same phone fills in the details of the person who signed in before.
  const script = await holdScript(page)
  await guest.scan('LAMP')
  await page.getByLabel('First name').fill('Bo')
  script.release()
  await guest.waitUntilHydrated()
  await expect(page.getByLabel('First name')).toHaveValue('Bo')
  await expect(page.getByLabel('Last name')).toHaveValue('')
  await guest.scan('RDGE')
  await guest.waitUntilHydrated()
  await expect(page.getByText('Welcome back, Zoë.')).toBeVisible()
  await page.getByRole('button', { name: 'Not you?' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('')
})

test('a shared tablet shows the venue at once, and its browser is told to keep nothing', async ({ page }) => {
  const script = await holdScript(page)
  const guest = new KioskPage(page)
  await guest.scan('PLNT')
  await expect(page.getByRole('heading', { name: 'Ridge Plant' })).toBeVisible()
  await expect(guest.signInWay).toHaveCount(0)
  script.release()
  await guest.signInWay.click()
  await expect(page.locator('form')).toHaveAttribute('autocomplete', 'off')
  await expect(page.getByLabel('Mobile')).toHaveAttribute('autocomplete', 'off')
})

test('a language chosen before the script is shown once it is there', async ({ page }) => {
  const script = await holdScript(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await page.getByLabel('First name').fill('Zoë')
  await page.getByLabel('Language').selectOption('es')
  script.release()
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByLabel('Nombre')).toHaveValue('Zoë')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible()
})

test('so is one chosen where a key leads nowhere', async ({ page }) => {
  expectRefusals(page, 404)
  const script = await holdScript(page)
  await page.goto('/ZZZZ', { waitUntil: 'commit' })
  await page.getByLabel('Language').selectOption('es')
  script.release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('La página de registro no está disponible')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
})

for (const key of ['GATE', 'DESK', 'HEAT', 'RDGE', 'CAVE', 'LAMP']) {
  for (const locale of ['en-AU', 'es']) {
    test.describe(locale, () => {
      test.use({ locale })
      test(`${key}: the script finds the page as it would have drawn it`, async ({ page }) => {
        const script = await holdScript(page)
        const guest = new GuestPage(page)
        await guest.scan(key)
        const frame = page.locator('#app > div')
        const written = await frame.evaluateHandle((node) => node)
        const text = await frame.innerText()
        script.release()
        await guest.waitUntilHydrated()
        expect(await frame.innerText()).toBe(text)
        // On a mismatch React rerenders the page and logs an error to the console, which must stay
        // empty.
        expect(await frame.evaluate((node, before) => node === before, written)).toBe(true)
      })
    })
  }
}
