import type { Page } from '@playwright/test'
import { expect, expectAccessible, noisyTest as test } from '../fixtures.ts'
import { GuestPage, holdScript, type Visitor } from '../pages/guest-page.ts'

// The console is not checked here, because the browser reports the lost files that these tests
// cause.

const person: Visitor = { firstName: 'Zoë', lastName: 'Nguyen-O’Hara', mobile: '0491 570 156' }
const appScript = /\/_\/guest\/assets\/index-[^/]+\.js$/

const loseScript = (page: Page) => page.route(appScript, (route) => route.fulfill({ status: 404, body: '' }))

const tryAgain = (page: Page) => page.getByRole('link', { name: 'Try again' })
const incomplete = (page: Page) => page.getByText('This page has not loaded completely.')
/** It appears after ten seconds. */
const patiently = { timeout: 20_000 }

async function expectDetails(page: Page, { firstName, lastName, mobile }: Visitor): Promise<void> {
  await expect(page.getByLabel('First name')).toHaveValue(firstName)
  await expect(page.getByLabel('Last name')).toHaveValue(lastName)
  await expect(page.getByLabel('Mobile')).toHaveValue(mobile)
}

test('the script is lost: the page says what to do, and what was typed is there again', async ({ page }) => {
  await loseScript(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.fillDetails(person)
  await page.getByLabel('Dependants').selectOption('2')
  await guest.continueButton.click()
  await expect(page.locator('html')).toHaveAttribute('data-pressed', '')
  await expect(incomplete(page)).toBeVisible(patiently)
  await expect(page.getByText('sign in at reception')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expectDetails(page, person)
  await expect(page.getByLabel('Dependants')).toHaveValue('2')
  await expect(tryAgain(page)).toBeVisible(patiently)
  await page.unroute(appScript)
  // The press is remembered, so the page signs in automatically.
  await tryAgain(page).click()
  await expect(guest.pass).toBeVisible()
  await expect(page.getByText('Zoë Nguyen-O’Hara')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('gatehouse.draft.GATE'))).toBeNull()
})

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
  await expect(incomplete(page)).toBeVisible(patiently)
  await tryAgain(page).focus()
  script.release()
  await guest.waitUntilHydrated()
  await expect(incomplete(page)).toHaveCount(0)
  await expectDetails(page, { ...person, lastName: '' })
  // The press takes effect, and the focus of the removed link moves to the missing field.
  await expect(page.getByRole('alert')).toBeFocused()
})

const stillLoading = 'One moment, this page is still loading.'

test('a correction takes back the press before it, and the visitor presses again', async ({ page }) => {
  const script = await holdScript(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.fillDetails(person)
  await guest.continueButton.click()
  await expect(page.getByText(stillLoading)).toBeVisible()
  await page.getByLabel('Last name').fill('Ng')
  await expect(page.getByText(stillLoading)).toBeHidden()
  const draft = await page.evaluate(() => sessionStorage.getItem('gatehouse.draft.GATE'))
  expect(JSON.parse(draft ?? '{}')).toMatchObject({ pressedAt: false, details: { lastName: 'Ng' } })
  let submissions = 0
  page.on('request', (request) => (submissions += request.url().endsWith('/api/checkin') ? 1 : 0))
  script.release()
  await guest.waitUntilHydrated()
  await page.getByLabel('Last name').fill('Nguyen')
  expect(submissions).toBe(0)
  await guest.continueButton.click()
  await expect(page.getByText('Zoë Nguyen', { exact: true })).toBeVisible()
  expect(submissions).toBe(1)
})

test('Enter that ends the composition of an input method is no press', async ({ page }) => {
  await holdScript(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  const field = page.getByLabel('First name')
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
  // Safari ends the composition before.
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  await expect(page.locator('html')).not.toHaveAttribute('data-pressed')
  await field.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-pressed', '')
})

test('a visitor who is signed in sees no form before the script', async ({ page }) => {
  const guest = new GuestPage(page)
  await guest.signIn('GATE', person)
  await loseScript(page)
  await page.goto('/GATE')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Gallery')
  await expect(page.locator('#firstName')).toBeHidden()
  await expect(tryAgain(page)).toBeVisible(patiently)
  await page.unroute(appScript)
  await tryAgain(page).click()
  await expect(guest.checkOutButton).toBeVisible()
})

test('with very large text the language has a line of its own', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await holdScript(page)
  await new GuestPage(page).scan('GATE')
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const language = page.getByLabel('Language')
  const missing = await language.evaluate((select: HTMLSelectElement) => {
    // No other name is longer.
    select.value = 'en'
    const { width } = select.getBoundingClientRect()
    select.style.maxWidth = 'none'
    select.parentElement?.style.setProperty('width', 'max-content')
    return select.getBoundingClientRect().width - width
  })
  expect(missing).toBeLessThan(1)
  const isWithin = await language.evaluate((select) => select.getBoundingClientRect().right <= innerWidth)
  expect(isWithin).toBe(true)
})

test('what was typed in a field that is then emptied does not come back', async ({ page }) => {
  await loseScript(page)
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
  await loseScript(page)
  const guest = new GuestPage(page)
  await guest.scan('GATE')
  await guest.fillDetails(person)
  await guest.scan('LAMP')
  await expectDetails(page, { firstName: '', lastName: '', mobile: '' })
})

const addresses = [
  { address: '/GATE', venue: 'Harbour Gallery' },
  { address: '/GATE/complete', venue: 'Harbour Gallery' },
  { address: '/PLNT/welcome', venue: 'Ridge Plant' },
]

for (const { address, venue } of addresses) {
  test(`${address} shows the venue and what to do while its script is missing`, async ({ page }) => {
    await loseScript(page)
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(venue)
    // The other steps depend on stored data, so only the venue is known.
    await expect(page).toHaveTitle(address === '/GATE' ? `Guest Sign In – ${venue}` : venue)
    await expect(incomplete(page)).toBeVisible(patiently)
    await expect(page.getByText('sign in at reception')).toBeVisible()
    await expect(tryAgain(page)).toHaveAttribute('href', address)
    await expectAccessible(page)
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  // Playwright's text locators leave out <noscript>.
  const expectNotice = async (page: Page, text: string) => {
    const notice = page.locator('noscript > div')
    await expect(notice).toBeVisible()
    await expect(notice).toContainText(text)
  }
  for (const { address, venue } of addresses) {
    test(`${address} says so at once`, async ({ page }) => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(venue)
      await expectNotice(page, 'This page needs JavaScript.Please sign in at reception')
      await expect(page.getByLabel('First name')).toHaveCount(address === '/GATE' ? 1 : 0)
      await expect(page.getByLabel('First name')).toBeHidden()
      // It would have no effect.
      if (address === '/GATE') await expect(page.getByLabel('Language')).toBeHidden()
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
