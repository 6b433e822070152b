import type { Page } from '@playwright/test'
import { expect, expectRefusals, test } from '../fixtures.ts'
import { GuestPage, holdScript, type Visitor } from '../pages/guest-page.ts'
import { everything, plain } from '../pages/venue-plans.ts'

const person: Visitor = { firstName: 'Odile', lastName: 'Marchetti', mobile: '0491 570 158' }
const DAY_MS = 86_400_000

/**
 * By how many days the phone's clock is wrong when the sign-in is stored, and when the page is
 * reopened.
 */
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
      // The server stores the visit, but its response never reaches the phone.
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
      // No sign-in happens unnoticed: the visitor may have left long ago. The input stays, also
      // over another load.
      for (const load of [() => page.waitForLoadState(), () => page.reload()]) {
        await load()
        await expect(page.getByLabel('Last name')).toHaveValue('Marchetti')
        await expect(page.getByLabel('Last name')).toBeEnabled()
      }
      expect((await venues.written(venue)).visits).toEqual([])
      await guest.continueButton.click()
      await expect(page.getByLabel('Who are you visiting?')).toHaveValue('Ada')
      await guest.continueButton.click()
      await expect(guest.pass).toBeVisible()
      expect((await venues.written(venue)).visits).toEqual(['Odile Marchetti'])
    })
  })

/**
 * Leaves a sign-in of the day before unanswered. Its window is closed; the page appears before its
 * script.
 */
async function leaveInDoubt(
  page: Page,
  key: string,
): Promise<{ page: Page; script: { release: () => void } }> {
  await setClock(page, -1)
  await page.route('**/api/checkin', (route) => route.abort('connectionreset'))
  const guest = new GuestPage(page)
  await guest.scan(key)
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await guest.continueButton.click()
  await expect(guest.waiting).toBeVisible()
  const next = await page.context().newPage()
  await page.close()
  await setClock(next, 0)
  const script = await holdScript(next)
  await new GuestPage(next).scan(key)
  return { page: next, script }
}

test('what is typed before the script comes before a sign-in of the day before', async ({ page, venues }) => {
  expectRefusals(page, 0)
  const venue = await venues.open(plain)
  const { page: today, script } = await leaveInDoubt(page, venue.key)
  const guest = new GuestPage(today)
  await today.getByLabel('First name').fill('Bo')
  await today.getByLabel('Last name').fill('Lindqvist')
  script.release()
  await guest.waitUntilHydrated()
  for (const load of [() => today.waitForLoadState('networkidle'), () => today.reload()]) {
    await load()
    await guest.waitUntilHydrated()
    await expect(today.getByLabel('First name')).toHaveValue('Bo')
    await expect(today.getByLabel('Last name')).toHaveValue('Lindqvist')
    // No data of the other person is mixed in.
    await expect(today.getByLabel('Mobile')).toHaveValue('')
  }
  await today.getByLabel('Mobile').fill('0491 570 156')
  await guest.continueButton.click()
  await expect(guest.pass).toBeVisible()
  await today.reload()
  await expect(guest.pass).toBeVisible()
  expect((await venues.written(venue)).visits).toEqual(['Bo Lindqvist'])
})

test('the same details typed again before the script ask for the sign-in of the day before', async ({
  page,
  venues,
}) => {
  expectRefusals(page, 0)
  const venue = await venues.open(plain)
  const { page: today, script } = await leaveInDoubt(page, venue.key)
  expectRefusals(today, 422)
  const guest = new GuestPage(today)
  await guest.fillDetails(person)
  const asked = today.waitForResponse('**/api/checkin')
  script.release()
  expect((await asked).status()).toBe(422)
  await expect(today.getByLabel('Last name')).toHaveValue(person.lastName)
  await guest.continueButton.click()
  await expect(guest.pass).toBeVisible()
  expect((await venues.written(venue)).visits).toEqual(['Odile Marchetti'])
})
