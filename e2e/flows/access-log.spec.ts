import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { isVisible, seeLater } from '../pages/later.ts'
import { startSession } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'
import type { Venue } from '../venues.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page): Locator => page.getByRole('main').locator('tbody tr[data-row]')

/** Visitors of the venue, with a family name that no one else has. */
function makeFamily(request: APIRequestContext, { id: machineId }: Venue) {
  const lastName = `Logged${randomUUID().replaceAll(/[^a-f]/g, '')}`
  return {
    lastName,
    async signIn(firstName: string): Promise<string> {
      const data = { firstName, lastName, mobile: '0491 570 156', machineId }
      const response = await request.post('/api/checkin', { data })
      expect(response.status()).toBe(200)
      return ((await response.json()) as { checkOutToken: string }).checkOutToken
    },
    async leave(checkOutToken: string): Promise<void> {
      const data = {
        checkOutToken,
        time: new Date().toISOString(),
        timeOffset: 0,
        timeZoneOffset: 0,
        timeZone: 'UTC',
      }
      expect((await request.post('/api/checkin/checkout', { data })).status()).toBe(200)
    },
  }
}

interface Account {
  email: string
  password: string
}

async function openLog(page: Page, search: string, { email, password }: Account): Promise<void> {
  await startSession(page, email, password)
  await page.goto(`/access_log?search=${search}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Access Logs' })).toBeVisible()
}

test(
  'the log is filtered, told in a drawer, and shows what is new when it is asked for',
  { tag: '@gate' },
  async ({ page, request, venues }) => {
    const venue = await venues.open(plain)
    const admin = await venues.appoint(venue)
    const family = makeFamily(request, venue)
    await family.leave(await family.signIn('Lea'))
    await family.signIn('Sam')
    await page.clock.install()
    await openLog(page, family.lastName, admin)
    await expect(rows(page)).toHaveCount(3)
    await expectAccessible(page)
    await page.goto(`/access_log?search=${family.lastName}&event=out`)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(`Lea ${family.lastName}`)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).not.toHaveURL(/search|event/)
    await page.getByRole('searchbox', { name: 'Search the log' }).fill(`sam ${family.lastName}`)
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('searchbox', { name: 'Search the log' }).fill(family.lastName)
    await expect(page).toHaveURL(new RegExp(`search=${family.lastName}`))
    await expect(rows(page)).toHaveCount(3)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)

    await family.signIn('Tia')
    await seeLater(page, isVisible(page.getByRole('button', { name: '1 new' })))
    await expect(rows(page)).toHaveCount(3)
    await page.getByRole('button', { name: '1 new' }).click()
    await expect(rows(page)).toHaveCount(4)

    await rows(page)
      .filter({ hasText: 'Sam' })
      .getByRole('button', { name: `Sam ${family.lastName}` })
      .click()
    await expect(dialog(page)).toContainText('Signed in')
    await expectAccessible(page)
    await keepPicture(page, 'access-log-drawer')
    await dialog(page).getByRole('button', { name: 'Ban', exact: true }).click()
    const ban = page.getByRole('dialog', { name: `Ban Sam ${family.lastName}` })
    await expect(ban.getByLabel('Last name')).toHaveValue(family.lastName)
    await ban.getByRole('button', { name: 'Cancel' }).click()
    await expect(ban).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
  },
)

test('two people who correct one visit at once lose nothing', async ({
  page,
  browser,
  baseURL,
  request,
  venues,
}) => {
  const venue = await venues.open(plain)
  const [admin, second] = [await venues.appoint(venue), await venues.appoint(venue)]
  const family = makeFamily(request, venue)
  await family.signIn('Kim')
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await context.newPage()
  const openForm = async (where: Page) => {
    await rows(where)
      .getByRole('button', { name: `Kim ${family.lastName}` })
      .first()
      .click()
    await dialog(where).getByRole('button', { name: 'Correct or note' }).click()
    return where.getByRole('dialog', { name: 'Correct the visit' })
  }
  await openLog(page, family.lastName, admin)
  await openLog(other, family.lastName, second)
  const [one, two] = [await openForm(page), await openForm(other)]
  await one.getByLabel('First name').fill('Kimberley')
  await one.getByLabel('Reason or note').fill('As on the pass')
  await one.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The log has been corrected.')).toBeVisible()

  await two.getByLabel('First name').fill('Kimmy')
  await two.getByLabel('Reason or note').fill('As they say')
  await two.getByRole('button', { name: 'Save' }).click()
  await expect(two.getByText('Another person has changed this.')).toBeVisible()
  await expect(two).toContainText('Kimberley')
  await expect(two.getByLabel('First name')).toHaveValue('Kimmy')
  await two.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('The log has been corrected.')).toBeVisible()
  await expect(dialog(other)).toContainText('As on the pass')
  await expect(dialog(other)).toContainText('As they say')
  await context.close()
})

test(
  'the log turns its pages in both directions, and is exported as CSV and as JSON',
  { tag: '@gate' },
  async ({ page, request, venues }) => {
    const venue = await venues.open(plain)
    const admin = await venues.appoint(venue)
    const family = makeFamily(request, venue)
    // One after the other: the log has the order of the sign-ins.
    for (let number = 1; number <= 32; number += 1) await family.signIn(`Number ${number}x`)
    await openLog(page, family.lastName, admin)
    await expect(rows(page)).toHaveCount(30)
    await expect(rows(page).first()).toContainText('Number 32x')
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await pages.getByRole('button', { name: 'Older' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).last()).toContainText('Number 1x')
    await pages.getByRole('button', { name: 'Newer' }).click()
    await expect(rows(page)).toHaveCount(30)
    await expect(rows(page).last()).toContainText('Number 3x')
    await pages.getByRole('button', { name: 'Latest' }).click()
    await expect(page).not.toHaveURL(/cursor/)

    await page.getByRole('button', { name: 'Export' }).click()
    const window = page.getByRole('dialog', { name: 'Export the log' })
    await expectAccessible(page)
    await keepPicture(page, 'access-log-export')
    // Without a file picker, the browser keeps the parts.
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
    // The server is silent, and the user cancels.
    await page.route('**/api/access-log/export?*', () => undefined)
    await window.getByRole('button', { name: 'Export', exact: true }).click()
    await window.getByRole('button', { name: 'Cancel the export' }).click()
    await expect(window.getByText('No file was kept.')).toBeVisible()
    await page.unroute('**/api/access-log/export?*')

    const csv = await exportAs(page, window, 'Table (CSV)', 'Try again')
    expect(csv.name).toMatch(/^access-log_.*\.csv$/)
    expect(csv.text.trim().split('\r\n')).toHaveLength(33)
    await expect(window.getByText('32 rows of the log were exported')).toBeVisible()
    await window.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Export' }).click()
    const json = await exportAs(page, window, 'JSON, one line per row', 'Export')
    expect(json.name).toMatch(/\.ndjson$/)
    const people = json.text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { person: string }).person)
    expect(people[0]).toBe(`Number 32x ${family.lastName}`)
    expect(new Set(people).size).toBe(32)
  },
)

async function exportAs(page: Page, window: Locator, format: string, button: string) {
  await window.getByRole('radio', { name: format }).check()
  const download = page.waitForEvent('download')
  await window.getByRole('button', { name: button, exact: true }).click()
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}
