import type { Page } from '@playwright/test'
import { expect, expectRefusals, test } from '../fixtures.ts'
import { GuestPage, type Visitor } from '../pages/guest-page.ts'
import { everything, plain } from '../pages/venue-plans.ts'

const person: Visitor = { firstName: 'Odile', lastName: 'Marchetti', mobile: '0491 570 158' }
const DAY_MS = 86_400_000

/** How many days the phone's clock is wrong when the sign-in is stored, and when the page is opened again. */
const clocks = [
  ['is three days ahead, and is set right', 3, 0],
  ['is three days behind, and is set right', -3, 0],
  ['is right, and is set three days ahead', 0, 3],
  ['is right, and is set three days behind', 0, -3],
  ['is a year behind, and is set a year ahead', -365, 365],
] as const

const setClock = (page: Page, days: number) => page.clock.setSystemTime(Date.now() + days * DAY_MS)

for (const [name, stored, opened] of clocks)
  test.describe(`a phone whose clock ${name}`, () => {
    test('shows the pass of a sign-in whose answer was lost', async ({ page, venues }) => {
      expectRefusals(page, 0)
      const venue = await venues.open(plain)
      await setClock(page, stored)
      // The server writes the visit, and the phone never hears of it.
      await page.route('**/api/checkin', async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      })
      const guest = new GuestPage(page)
      await guest.scan(venue.key)
      await guest.waitUntilHydrated()
      await guest.fillDetails(person)
      await guest.continueButton.click()
      await expect(guest.waiting).toBeVisible()
      await page.unroute('**/api/checkin')
      await setClock(page, opened)
      await page.reload()
      await expect(guest.pass).toBeVisible()
      await expect(page.getByText('Odile Marchetti')).toBeVisible()
      await page.reload()
      await expect(guest.pass).toBeVisible()
      expect((await venues.written(venue)).visits).toEqual(['Odile Marchetti'])
    })

    test('keeps a sign-in that never arrived, and asks before it is sent', async ({ page, venues }) => {
      expectRefusals(page, 0, 422)
      const venue = await venues.open({ ...everything, useTemperature: false })
      await setClock(page, stored)
      await page.route('**/api/checkin', (route) => route.abort('connectionreset'))
      const guest = new GuestPage(page)
      await guest.scan(venue.key)
      await guest.waitUntilHydrated()
      await guest.fillDetails(person)
      await guest.continueButton.click()
      await guest.answerEverything({ isWell: true })
      await guest.continueButton.click()
      await expect(guest.waiting).toBeVisible()
      await page.unroute('**/api/checkin')
      await setClock(page, opened)
      const asked = page.waitForResponse('**/api/checkin')
      await guest.scan(venue.key)
      expect((await asked).status()).toBe(422)
      // Nobody is signed in unnoticed: the visitor may have left long ago. What was typed stays, over another load too.
      for (const load of [() => page.waitForLoadState(), () => page.reload()]) {
        await load()
        await expect(page.getByLabel('Last name')).toHaveValue('Marchetti')
        await expect(page.getByLabel('Last name')).toBeEnabled()
      }
      expect((await venues.written(venue)).visits).toEqual([])
      await guest.continueButton.click()
      await expect(page.getByLabel('Whom do you visit?')).toHaveValue('Ada')
      await guest.continueButton.click()
      await expect(guest.pass).toBeVisible()
      expect((await venues.written(venue)).visits).toEqual(['Odile Marchetti'])
    })
  })
