import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { enter, expectHome } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
/** The rows of a list, without its loading placeholders. */
const rows = (page: Page) => main(page).locator('tbody tr[data-row]')

test(
  'contacts of a visitor are shown, exported, saved with a schedule, and opened again',
  { tag: '@gate' },
  async ({ page, request, venues }) => {
    // Days in the wrong order.
    expectRefusals(page, 422)
    const venue = await venues.open(plain)
    const admin = await venues.appoint(venue)
    const lastName = `Near${randomUUID().replaceAll(/[^a-f]/g, '')}`
    for (const [firstName, mobile] of [
      ['Ana', '0491 570 156'],
      ['Bo', '0491 570 157'],
    ]) {
      const data = { firstName, lastName, mobile, machineId: venue.id }
      expect((await request.post('/api/checkin', { data })).status()).toBe(200)
    }
    // The browser keeps the file, without a file picker.
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
    await enter(page, admin.email, admin.password)
    await expectHome(page)
    await page.getByRole('link', { name: 'Reports', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
    await expectAccessible(page)

    await main(page).getByRole('button', { name: 'Show' }).click()
    await expect(main(page).getByText('Please choose one.')).toBeVisible()
    await main(page).getByLabel('Find a person').fill(`Ana ${lastName}`)
    const person = main(page).getByLabel('Person', { exact: true })
    await expect(person.getByRole('option', { name: `Ana ${lastName}` })).toHaveCount(1)
    await person.selectOption({ index: 1 })
    await main(page).getByLabel('First day').fill('2026-01-02')
    await main(page).getByLabel('Last day').fill('2026-01-01')
    await main(page).getByRole('button', { name: 'Show' }).click()
    await expect(main(page).getByText('The end is before the start.')).toBeVisible()
    await main(page).getByLabel('First day').fill('')
    await main(page).getByLabel('Last day').fill('')
    await main(page).getByRole('button', { name: 'Show' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(`Bo ${lastName}`)
    await expectAccessible(page)
    await keepPicture(page, 'reports-contacts')

    await main(page).getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Export' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain(`"Bo ${lastName}"`)
    await dialog(page).getByText('Close', { exact: true }).click()

    await main(page).getByRole('button', { name: 'Save', exact: true }).click()
    await dialog(page).getByLabel('Name').fill('Near Ana')
    await dialog(page).getByLabel('Send by email').selectOption('Daily')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByText('Please choose a person').first()).toBeVisible()
    await dialog(page).getByRole('checkbox').first().check()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toHaveCount(0)

    await main(page).getByRole('link', { name: 'Saved reports' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Saved reports' })).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Daily, 07:00')
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await rows(page).getByRole('button', { name: 'Actions for Near Ana' }).click()
    await page.getByRole('menuitem', { name: 'Open' }).click()
    await expect(rows(page)).toContainText(`Bo ${lastName}`)
    await expectNoSidewaysScroll(page)
  },
)
