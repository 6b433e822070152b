import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../fixtures.ts'
import { GuestPage, holdScript, type Visitor } from '../pages/guest-page.ts'

// The console is not checked here, because the browser reports the lost files that these tests cause.

const person: Visitor = { firstName: 'Zoë', lastName: 'Nguyen-O’Hara', mobile: '0491 570 156' }
const appScript = /\/_\/guest\/assets\/index-[^/]+\.js$/

/** How the app's script can fail to come. */
const losses: Record<string, (page: Page) => Promise<unknown>> = {
  'cannot be fetched': (page) => page.route(appScript, (route) => route.abort('connectionreset')),
  'is gone': (page) => page.route(appScript, (route) => route.fulfill({ status: 404, body: '' })),
  'cannot be parsed': (page) =>
    page.route(appScript, (route) => route.fulfill({ contentType: 'text/javascript', body: 'let = (' })),
  'is the page of a proxy': (page) =>
    page.route(appScript, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Log in</p>' })),
}

const tryAgain = (page: Page) => page.getByRole('link', { name: 'Try again' })
const incomplete = (page: Page) => page.getByText('This page has not loaded completely.')

async function expectDetails(page: Page, { firstName, lastName, mobile }: Visitor): Promise<void> {
  await expect(page.getByLabel('First name')).toHaveValue(firstName)
  await expect(page.getByLabel('Last name')).toHaveValue(lastName)
  await expect(page.getByLabel('Mobile')).toHaveValue(mobile)
}

for (const [loss, lose] of Object.entries(losses)) {
  test(`the script ${loss}: the page says what to do, and what was typed is there again`, async ({
    page,
  }) => {
    await lose(page)
    const guest = new GuestPage(page)
    await guest.scan('GATE')
    await guest.fillDetails(person)
    await page.getByLabel('Dependants').selectOption('2')
    await guest.continueButton.click()
    await expect(page.locator('html')).toHaveAttribute('data-pressed', '')
    await expect(incomplete(page)).toBeVisible()
    await expect(page.getByText('What you typed is kept.')).toBeVisible()
    await expect(page.getByText('sign in at reception')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expectDetails(page, person)
    await expect(page.getByLabel('Dependants')).toHaveValue('2')
    await page.unroute(appScript)
    // The press is still known, so the page signs in by itself.
    await tryAgain(page).click()
    await expect(guest.pass).toBeVisible()
    await expect(page.getByText('Zoë Nguyen-O’Hara')).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('gatehouse.draft.GATE'))).toBeNull()
  })
}

test('a script that does not come is told of after a few seconds, and no longer once it is there', async ({
  page,
}) => {
  const script = await holdScript(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.fillDetails({ ...person, lastName: '' })
  await expect(incomplete(page)).toBeHidden()
  const heard = page.getByText('One moment, this page is still loading.')
  await expect(heard).toBeHidden()
  await guest.continueButton.click()
  await expect(heard).toBeVisible()
  await expect(incomplete(page)).toBeVisible()
  await tryAgain(page).focus()
  script.release()
  await guest.waitUntilHydrated()
  await expect(incomplete(page)).toHaveCount(0)
  await expectDetails(page, { ...person, lastName: '' })
  // The press is acted on, and the focus of the link that is gone leads to what is missing.
  await expect(page.getByRole('alert')).toBeFocused()
})

test('a lost script is fetched again once, and not beneath the fingers', async ({ page }) => {
  await page.clock.install()
  let loads = 0
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0))
  const lost = page.waitForEvent('requestfailed', (request) => appScript.test(request.url()))
  await losses['cannot be fetched']?.(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await lost
  await page.getByLabel('First name').fill('Zoë')
  await page.clock.runFor(30_000)
  expect(loads).toBe(1)
  await page.getByLabel('First name').blur()
  const reloaded = page.waitForEvent('load')
  await page.clock.runFor(6000)
  await reloaded
  await expect(page.getByLabel('First name')).toHaveValue('Zoë')
  await expect(incomplete(page)).toBeVisible()
  await page.clock.runFor(30_000)
  expect(loads).toBe(2)
})

for (const address of ['', '/complete']) {
  test(`whoever is signed in is told at /GATE${address} that the visit is stored`, async ({ page }) => {
    const guest = new GuestPage(page)
    await guest.signIn('GATE', person)
    await losses['is gone']?.(page)
    await page.goto(`/GATE${address}`)
    await expect(incomplete(page)).toBeVisible()
    await expect(page.getByText('Your visit is stored on this phone.')).toBeVisible()
    await expect(page.getByText('sign in at reception')).toBeHidden()
    await expect(page.locator('#firstName')).toBeHidden()
    await page.unroute(appScript)
    await tryAgain(page).click()
    await expect(guest.checkOutButton).toBeVisible()
  })
}

test('what was typed in a field that is then emptied does not come back', async ({ page }) => {
  await losses['is gone']?.(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.fillDetails(person)
  await page.getByLabel('Last name').fill('')
  await page.unroute(appScript)
  await guest.scan('GATE')
  await guest.waitUntilHydrated()
  await expectDetails(page, { ...person, lastName: '' })
})

test('what was typed at one venue is not filled in at another', async ({ page }) => {
  await losses['is gone']?.(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.fillDetails(person)
  await guest.scan('LAMP')
  await expectDetails(page, { firstName: '', lastName: '', mobile: '' })
})

const addresses = [
  '',
  '/questions',
  '/code',
  '/complete',
  '/checkout',
  '/checkedout',
  '/invalid',
  '/anything',
]

for (const address of addresses) {
  test(`/GATE${address} shows the venue and what to do while its script is missing`, async ({ page }) => {
    await losses['is gone']?.(page)
    await page.goto(`/GATE${address}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Gallery')
    await expect(page).toHaveTitle(/^(?!Sign-in page is unavailable).+ – Harbour Gallery$/)
    await expect(incomplete(page)).toBeVisible()
    await expect(page.getByText('sign in at reception')).toBeVisible()
    await expect(tryAgain(page)).toHaveAttribute('href', `/GATE${address}`)
    await expectAccessible(page)
  })
}

test('a kiosk shows the venue and what to do while its script is missing, and then its start', async ({
  page,
}) => {
  const script = await holdScript(page)
  await new GuestPage(page).scan('PLNT')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ridge Plant')
  await expect(incomplete(page)).toBeVisible()
  await expect(page.getByText('sign in at reception')).toBeVisible()
  await expectAccessible(page)
  script.release()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  // The text locators of Playwright leave out what is in <noscript>.
  const expectNotice = async (page: Page, text: string) => {
    const notice = page.locator('noscript > div')
    await expect(notice).toBeVisible()
    await expect(notice).toContainText(text)
  }
  for (const address of addresses) {
    test(`/GATE${address} says so at once`, async ({ page }) => {
      await page.goto(`/GATE${address}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Gallery')
      await expectNotice(page, 'This page needs JavaScript.Please sign in at reception')
      await expect(page.getByLabel('First name')).toHaveCount(address === '' ? 1 : 0)
      await expect(page.getByLabel('First name')).toBeHidden()
    })
  }

  test.describe('in Spanish', () => {
    test.use({ locale: 'es' })
    test('it says so too', async ({ page }) => {
      await page.goto('/GATE')
      await expectNotice(page, 'Esta página necesita JavaScript.')
    })
  })
})
