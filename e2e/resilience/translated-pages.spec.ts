import type { Page } from '@playwright/test'
import { expect, expectRefusals, test } from '../fixtures.ts'
import { GuestPage } from '../pages/guest-page.ts'
import { cardOf, makeEvacuation, markSafe, openBoard, startMuster, tickOf } from '../pages/muster-page.ts'
import { startSession } from '../pages/staff-pages.ts'
import { translatePages } from '../pages/translated.ts'
import { plain } from '../pages/venue-plans.ts'

// The browser translates each page: its elements replace React's texts.

const expectTranslated = (page: Page) => expect(page.locator('font font').first()).toBeAttached()

test('a visitor signs in, sees the clock of the pass run, and checks out', async ({ page, venues }) => {
  await translatePages(page)
  const { key } = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.scan(key)
  await guest.waitUntilHydrated()
  await expectTranslated(page)
  // An error appears below a field, and disappears.
  await guest.continueButton.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await guest.fillDetails({ firstName: 'Odile', lastName: 'Marchetti', mobile: '0491 570 158' })
  await guest.continueButton.click()
  await expect(guest.pass).toBeVisible()
  await expectTranslated(page)
  const clock = page.locator('article p', { hasText: /^Now/ })
  const before = await clock.textContent()
  await expect(clock).not.toHaveText(before ?? '')

  await page.context().setOffline(true)
  await expect(page.getByText('No network')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('No network')).toHaveCount(0)
  await guest.checkOutButton.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check Out' })).toBeVisible()
  await guest.checkOutButton.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checked Out' })).toBeVisible()
  await expect(page.getByText('Thank you for your visit.')).toBeVisible()
})

test('the board counts, and a muster follows marks and a lost connection', async ({ page, venues }) => {
  await translatePages(page)
  const evacuation = await makeEvacuation(venues, page, 2)
  const [first = '', second = ''] = evacuation.people
  await openBoard(page, evacuation)
  await expect(page.getByText('2 signed in', { exact: true })).toBeVisible()
  await expectTranslated(page)
  await cardOf(page, first).click()
  await expect(page.getByText('1 of 2 counted on this screen')).toBeVisible()
  const person = { firstName: 'Livia', lastName: 'Giordano', mobile: '0491 570 157', dependents: 2 }
  const signedIn = await page.request.post('/api/checkin', {
    data: { ...person, machineId: evacuation.venue.id },
  })
  expect(signedIn.status(), await signedIn.text()).toBe(200)
  await expect(page.getByText('3 signed in with 2 dependants')).toBeVisible()
  await expect(page.getByText('1 of 3 counted on this screen')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Not yet counted' })).toContainText('2')

  await startMuster(page, 'Start a drill')
  const bar = page.getByRole('region').filter({ hasText: 'Drill' })
  await expect(bar).toContainText('missing5')
  await markSafe(page, first)
  await expect(bar).toContainText('missing4')
  await expect(bar).toContainText('safe1')
  expectRefusals(page, 0)
  await page.context().setOffline(true)
  const state = page.getByRole('status').filter({ hasText: /^(Connected|No connection)/ })
  await expect(state).toContainText('No connection')
  await markSafe(page, second)
  await expect(state).toContainText('1 mark not sent yet.')
  await page.context().setOffline(false)
  await expect(state).toHaveText('Connected')
  await expect(tickOf(page, first)).toHaveCount(0)
  await expect(bar).toContainText('safe2')
})

test('a list of the portal says how many rows are selected', async ({ page }) => {
  await translatePages(page)
  await startSession(page, 'admin@harbour.example')
  await page.goto('/user_management')
  const ticks = page.getByRole('table').locator('tbody').getByRole('checkbox')
  await expect(ticks.nth(2)).toBeVisible()
  await expectTranslated(page)
  const summary = page.getByRole('status').filter({ hasText: /^\d+ selected/ })
  for (const at of [0, 1, 2]) {
    await ticks.nth(at).check()
    await expect(summary).toHaveText(`${at + 1} selected`)
  }
  await ticks.nth(0).uncheck()
  await expect(summary).toHaveText('2 selected')
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await expect(summary).toHaveText(/^\d\d selected$/)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(summary).toHaveCount(0)
})
