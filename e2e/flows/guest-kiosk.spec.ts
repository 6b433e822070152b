import { expect, test } from '../fixtures.ts'
import { GuestPage, type Visitor } from '../pages/guest-page.ts'
import { openMadeUpVenue, plain } from '../pages/made-up-venue.ts'

test.use({ viewport: { width: 1024, height: 768 } })

const kiosk = { ...plain, kiosk: true }
const person: Visitor = { firstName: 'Wilhelmina', lastName: 'Private', mobile: '0491 570 159' }

test('after the confirmation it goes back by itself, and nothing is left, not even for the back button', async ({
  page,
}) => {
  await page.clock.install()
  await openMadeUpVenue(page, 'DESK', kiosk)
  const guest = new GuestPage(page)
  await guest.signIn('DESK', person)
  await page.clock.runFor(21_000)
  await expect(page.getByLabel('First name')).toHaveValue('')
  for (const key of ['Alt+ArrowLeft', 'Alt+ArrowLeft', 'Alt+ArrowRight']) {
    await page.keyboard.press(key)
    await expect(page.getByLabel('First name')).toHaveValue('')
    await expect(page.getByText('Wilhelmina')).toHaveCount(0)
  }
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('')
})

test('left alone in the middle it empties itself; touched, it waits', async ({ page }) => {
  await page.clock.install()
  await openMadeUpVenue(page, 'DESK', kiosk)
  const guest = new GuestPage(page)
  await guest.scan('DESK')
  await guest.isTakenOver()
  await guest.fillDetails(person)
  await page.clock.runFor(80_000)
  await page.mouse.click(5, 5)
  await page.clock.runFor(80_000)
  await expect(page.getByLabel('First name')).toHaveValue('Wilhelmina')
  await page.clock.runFor(11_000)
  await expect(page.getByLabel('First name')).toHaveValue('')
})

test('a language chosen by one visitor is not the next one’s', async ({ page }) => {
  await page.clock.install()
  await openMadeUpVenue(page, 'DESK', kiosk)
  const guest = new GuestPage(page)
  await guest.scan('DESK')
  await guest.isTakenOver()
  await page.getByLabel('Language').selectOption('es')
  await page.getByLabel('Nombre').fill('Ana')
  await page.clock.runFor(91_000)
  await expect(page.getByLabel('First name')).toHaveValue('')
})

test('nothing leads out of it, and everything is large', async ({ page }) => {
  const guest = new GuestPage(page)
  await guest.scan('DESK')
  await guest.isTakenOver()
  const links = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  for (const href of links) expect(href).toMatch(/^\/DESK/)
  for (const control of await page.locator('form button, form input, form select').all()) {
    const box = await control.boundingBox()
    expect(box?.height ?? 0).toBeGreaterThanOrEqual(56)
  }
})

test('Done ends it at once', async ({ page }) => {
  await openMadeUpVenue(page, 'DESK', kiosk)
  const guest = new GuestPage(page)
  await guest.signIn('DESK', person)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('')
})
