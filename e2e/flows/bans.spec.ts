import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { startSession } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'
import type { Venue } from '../venues.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const main = (page: Page) => page.getByRole('main')

/** A visitor of the venue, signed in as by a phone. */
function visitor(request: APIRequestContext, { id: machineId }: Venue) {
  const lastName = `Barred${randomUUID().replaceAll(/[^a-z]/g, '')}`
  return {
    name: `Bo ${lastName}`,
    lastName,
    async isBanned(): Promise<boolean> {
      const data = { firstName: 'Bo', lastName, mobile: '0491 570 157', machineId }
      const response = await request.post('/api/checkin', { data })
      expect(response.status()).toBe(200)
      return ((await response.json()) as { banned: boolean }).banned
    },
  }
}

interface Account {
  email: string
  password: string
}

async function openBans(page: Page, { email, password }: Account): Promise<void> {
  await startSession(page, email, password)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Bans' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bans' })).toBeVisible()
}

test(
  'somebody on site is banned, and a second person lets them in for some hours',
  { tag: '@gate' },
  async ({ page, browser, baseURL, request, venues }) => {
    const venue = await venues.open(plain)
    const [one, two] = [await venues.appoint(venue), await venues.appoint(venue)]
    const bo = visitor(request, venue)
    expect(await bo.isBanned()).toBe(false)
    await startSession(page, one.email, one.password)
    await page.goto(`/checked_in_users?search=${bo.lastName}`)
    await main(page)
      .getByRole('button', { name: `Actions for ${bo.name}` })
      .click()
    await page.getByRole('menuitem', { name: 'Ban', exact: true }).click()
    await expect(dialog(page).getByLabel('Last name')).toHaveValue(bo.lastName)
    await dialog(page).getByRole('button', { name: 'Check and ban' }).click()
    await expect(dialog(page).getByLabel('Reason', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await keepPicture(page, 'bans-new')
    await dialog(page).getByLabel('Reason', { exact: true }).fill('Threw a chair')
    await dialog(page).getByRole('button', { name: 'Check and ban' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('1 visitor of the last year would have been refused')
    await expect(question).toContainText(bo.name)
    await expect(question).toContainText('1 of them is on site now.')
    await expectAccessible(page)
    await keepPicture(page, 'bans-preview')
    expect(await bo.isBanned()).toBe(false)
    await question.getByRole('button', { name: 'Ban', exact: true }).click()
    await expect(page.getByText(`${bo.name} is banned.`)).toBeVisible()
    expect(await bo.isBanned()).toBe(true)

    await page.goto(`/settings/bans?search=${bo.lastName}`)
    await main(page)
      .getByRole('button', { name: `Actions for ${bo.name}` })
      .click()
    await page.getByRole('menuitem', { name: 'Ask for an exception' }).click()
    await dialog(page).getByLabel('Reason', { exact: true }).fill('Repairs the lift')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(main(page).getByText('Exception requested')).toBeVisible()
    await main(page).getByRole('button', { name: bo.name, exact: true }).click()
    await expect(dialog(page).getByText('Another person must approve your request.')).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Approve' })).toBeHidden()
    await expectAccessible(page)
    await keepPicture(page, 'bans-drawer')
    expect(await bo.isBanned()).toBe(true)

    const other = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-AU' })
    const second = await other.newPage()
    await openBans(second, two)
    await second.goto(`/settings/bans?search=${bo.lastName}`)
    await main(second).getByRole('button', { name: bo.name, exact: true }).click()
    await dialog(second).getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(dialog(second).getByText('Can sign in')).toBeVisible()
    expect(await bo.isBanned()).toBe(false)
    await dialog(second).getByRole('button', { name: 'End the exception' }).click()
    await expect(dialog(second).getByRole('button', { name: 'End the exception' })).toBeHidden()
    expect(await bo.isBanned()).toBe(true)
    await second.keyboard.press('Escape')
    await main(second)
      .getByRole('button', { name: `Actions for ${bo.name}` })
      .click()
    await second.getByRole('menuitem', { name: 'Lift the ban' }).click()
    await dialog(second).getByLabel('Reason', { exact: true }).fill('Apologised')
    await dialog(second).getByRole('button', { name: 'Lift the ban' }).click()
    await expect(main(second).getByText('Lifted', { exact: true })).toBeVisible()
    expect(await bo.isBanned()).toBe(false)
    await other.close()
  },
)

test('Staff read the bans, and change none', async ({ page, venues }) => {
  const venue = await venues.open(plain)
  await venues.ban(venue, { firstName: 'Bo', lastName: 'Barred', mobile: '+61491570157' })
  await openBans(page, await venues.receive(venue, { firstName: 'Mia', lastName: 'Ortiz' }))
  await expect(main(page).getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: 'New ban' })).toBeHidden()
  await expect(main(page).getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})
