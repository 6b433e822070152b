import { expect, guestTest as test } from '../fixtures.ts'
import { GuestPage, type Visitor } from '../pages/guest-page.ts'
import { plain } from '../pages/venue-plans.ts'

test.use({ viewport: { width: 1024, height: 768 } })

const kiosk = { ...plain, kiosk: true }
const person: Visitor = { firstName: 'Wilhelmina', lastName: 'Private', mobile: '0491 570 159' }

test('after the confirmation it goes back by itself, and nothing is left, not even for the back button', async ({
  page,
  venues,
}) => {
  await page.clock.install()
  const { key } = await venues.open(kiosk)
  const guest = new GuestPage(page)
  await guest.signIn(key, person)
  await page.clock.runFor(21_000)
  await expect(page.getByLabel('First name')).toHaveValue('')
  for (const keys of ['Alt+ArrowLeft', 'Alt+ArrowLeft', 'Alt+ArrowRight']) {
    await page.keyboard.press(keys)
    await expect(page.getByLabel('First name')).toHaveValue('')
    await expect(page.getByText('Wilhelmina')).toHaveCount(0)
  }
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('')
})

test('left alone in the middle it empties itself; touched, it waits', async ({ page, venues }) => {
  await page.clock.install()
  const { key } = await venues.open(kiosk)
  const guest = new GuestPage(page)
  await guest.scan(key)
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await page.clock.runFor(80_000)
  await page.mouse.click(5, 5)
  await page.clock.runFor(80_000)
  await expect(page.getByLabel('First name')).toHaveValue('Wilhelmina')
  await page.clock.runFor(11_000)
  await expect(page.getByLabel('First name')).toHaveValue('')
})

test('what one visitor chose or left out is not the next one’s', async ({ page, venues }) => {
  await page.clock.install()
  const { key } = await venues.open(kiosk)
  const guest = new GuestPage(page)
  await guest.scan(key)
  await guest.waitUntilHydrated()
  await page.getByLabel('Language').selectOption('es')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.clock.runFor(91_000)
  await expect(page.getByLabel('First name')).toHaveValue('')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('First name')).not.toHaveAttribute('aria-invalid')
})

test('nothing leads out of it, and everything is large', async ({ page, venues }) => {
  const { key } = await venues.open(kiosk)
  const guest = new GuestPage(page)
  await guest.scan(key)
  await guest.waitUntilHydrated()
  const links = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  for (const href of links) expect(href).toMatch(new RegExp(`^/${key}`))
  for (const control of await page.locator('form button, form input, form select').all()) {
    const box = await control.boundingBox()
    expect(box?.height ?? 0).toBeGreaterThanOrEqual(56)
  }
})

test('on a tablet that lies the way on is in sight on every screen', async ({ page, venues }) => {
  const { key } = await venues.open(kiosk)
  const guest = new GuestPage(page)
  await guest.scan(key)
  await expect(guest.continueButton).toBeInViewport({ ratio: 1 })
  await guest.signIn(key, person)
  await expect(page.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 })
  await expect(guest.checkOutButton).toBeInViewport({ ratio: 1 })
  await guest.checkOutButton.click()
  await guest.checkOutTime.waitFor()
  await expect(guest.checkOutButton).toBeInViewport({ ratio: 1 })
  await guest.checkOutButton.click()
  await expect(page.getByRole('button', { name: 'Start Again' })).toBeInViewport({ ratio: 1 })
})

test('Done ends it at once', async ({ page, venues }) => {
  const { key } = await venues.open(kiosk)
  const guest = new GuestPage(page)
  await guest.signIn(key, person)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('')
})

test('each visitor has a draft of their own', async ({ page, venues }) => {
  const venue = await venues.open({ ...kiosk, useTemperature: true })
  const drafts: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/checkin')) return
    drafts.push((request.postDataJSON() as { draft: string }).draft)
  })
  const guest = new GuestPage(page)
  await guest.goToCode(venue.key, person)
  await guest.codeField.fill(await venues.measure(venue, 36.6))
  const fresh = page.waitForResponse((response) => response.url().includes('machine-data'))
  await page.getByRole('button', { name: 'Done' }).click()
  await fresh
  await guest.fillDetails({ ...person, firstName: 'Xavier' })
  await guest.continueButton.click()
  await guest.codeField.fill(await venues.measure(venue, 36.6))
  await expect(guest.pass).toBeVisible()
  expect(drafts).toHaveLength(2)
  expect(new Set(drafts).size).toBe(2)
  for (const draft of drafts) expect(draft).toMatch(/^[\w-]{79}$/)
})
