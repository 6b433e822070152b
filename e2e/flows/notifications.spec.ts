import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { countMails } from '../pages/mailbox.ts'
import { expectHome, startSession } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'
import type { Login } from '../venues.ts'

const looks = ['presence', 'pulse', 'batbooth'] as const

/** The name of the people that `appoint` creates. */
const name = 'Robin Tester'
const dialog = (page: Page) => page.getByRole('dialog')
const main = (page: Page) => page.getByRole('main')

async function open(page: Page, admin: Login): Promise<void> {
  await startSession(page, admin.email, admin.password)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Notification Management' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notification Management' })).toBeVisible()
}

test(
  'an admin enters a recipient, sends a test, which arrives by mail and in the bell, changes and deletes it',
  { tag: '@gate' },
  async ({ page, venues }) => {
    const admin = await venues.appoint(await venues.open(plain))
    await open(page, admin)
    await expect(page.getByText('There are no recipients')).toBeVisible()
    await expect(page.getByText('Some events have no recipient')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New recipient' }).click()
    await dialog(page).getByRole('button', { name: 'Add recipient' }).click()
    await expect(dialog(page).getByRole('link', { name: 'Please choose a person' })).toBeVisible()
    await expectAccessible(page)
    await dialog(page).getByLabel('Person', { exact: true }).selectOption({ label: name })
    await dialog(page).getByRole('checkbox', { name: 'A device is offline: all channels' }).check()
    await dialog(page).getByLabel('Quiet from').fill('00:00')
    expectRefusals(page, 422)
    await dialog(page).getByRole('button', { name: 'Add recipient' }).click()
    await expect(dialog(page).getByLabel('Quiet until')).toHaveAttribute('aria-invalid', 'true')
    await dialog(page).getByLabel('Quiet until').fill('23:59')
    await dialog(page).getByRole('button', { name: 'Add recipient' }).click()
    await expect(page.getByText(`${name} has been added.`)).toBeVisible()

    await main(page)
      .getByRole('button', { name: `Actions for ${name}` })
      .click()
    await page.getByRole('menuitem', { name: 'Send test' }).click()
    await expect(page.getByText('A test is being sent: Notifications, Email')).toBeVisible()
    await main(page).getByRole('button', { name: name, exact: true }).click()
    await expect(dialog(page).getByText('Delivered', { exact: true })).toBeVisible()
    await expect(dialog(page)).toContainText('A device is offline')
    await expectAccessible(page)
    await keepPicture(page, 'notifications-drawer')
    await page.keyboard.press('Escape')
    expect(await countMails(admin.email)).toBe(1)

    await page.getByRole('button', { name: /Notifications/ }).click()
    await dialog(page).getByRole('link', { name: 'A test' }).click()
    await expectHome(page)
    await expect(dialog(page)).toBeHidden()

    await page.goto('/notification_management')
    const choose = async (action: string) => {
      await main(page)
        .getByRole('button', { name: `Actions for ${name}` })
        .click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    }
    await choose('Edit')
    await dialog(page).getByLabel('Enabled').uncheck()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(main(page).getByText('Disabled', { exact: true })).toBeVisible()
    await choose('Delete')
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('There are no recipients')).toBeVisible()
  },
)

for (const look of looks)
  test(`the page fits a phone and a wide screen in the look ${look}`, async ({ page, venues }) => {
    const venue = await venues.open({ ...plain, config: { ...plain.config, look } })
    await open(page, await venues.appoint(venue))
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
      await keepPicture(page, `notifications-${look}-${width}`)
      await page.getByRole('button', { name: 'New recipient' }).click()
      await expect(
        dialog(page).getByRole('checkbox', { name: 'A device is offline: all channels' }),
      ).toBeVisible()
      await expectNoSidewaysScroll(page)
      await keepPicture(page, `notifications-${look}-${width}-new`)
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
    }
  })
