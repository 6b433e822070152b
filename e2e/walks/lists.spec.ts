import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { startSession } from '../pages/staff-pages.ts'

test.describe('Checked In Users', () => {
  test.beforeEach(async ({ page }) => {
    await startSession(page, 'admin@harbour.example')
  })

  test('columns give way by priority, and none is cut', async ({ page }) => {
    await openList(page)
    const declared = await declaredColumns(page)
    await expect.poll(async () => (await shownColumns(page)).length).toBeGreaterThanOrEqual(8)
    expect(declared).toEqual(expect.arrayContaining(await shownColumns(page)))
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 2400, height: 900 })
    // The page is at most 1360 px wide. The least important column is hidden there too, until it is
    // ticked.
    await expect.poll(() => shownColumns(page)).toEqual(declared.filter((name) => name !== 'Visiting'))
    await page.setViewportSize({ width: 1024, height: 800 })
    // How many of the others fit depends on the longest names on site.
    await expect.poll(async () => (await shownColumns(page)).length).toBeLessThan(declared.length)
    expect(await shownColumns(page)).toEqual(expect.arrayContaining(['Name', 'Signed in', 'State']))
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 768, height: 800 })
    await expect.poll(() => shownColumns(page)).toEqual(['Name', 'Signed in', 'State'])
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  })

  test('the head stays in view', async ({ page }) => {
    await openList(page)
    await page.evaluate(() => scrollTo(0, 500))
    await expect(page.getByRole('button', { name: 'Name' })).toBeInViewport()
  })

  test('on a phone the first person stands above the middle, and filters fold into one button', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openList(page)
    const first = await rows(page).first().boundingBox()
    expect(first?.y).toBeLessThan(370)
    await expect(page.getByLabel('Kind')).toBeHidden()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Kind').selectOption({ label: 'Visitor' })
    await expect(page).toHaveURL(/kind=visitor/)
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
    await page.getByLabel('Sort by').selectOption({ label: 'Name, Z to A' })
    await expect(page).toHaveURL(/sort=name(\+|%20)desc/)
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  })

  test('the details of a row have an address, and close the way they opened', async ({ page }) => {
    await openList(page)
    const title = rows(page).nth(1).getByRole('button').first()
    const name = await title.innerText()
    await title.click()
    const drawer = page.getByRole('dialog', { name })
    await expect(drawer).toContainText('Time on site')
    await expect(page).toHaveURL(/row=/)
    await expectAccessible(page)
    const address = page.url()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(page).not.toHaveURL(/row=/)
    await expect(title).toBeFocused()

    await page.goto(address)
    await expect(drawer).toBeVisible()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(page).not.toHaveURL(/row=/)
  })

  test('views and columns are remembered', async ({ page }) => {
    await page.goto('/checked_in_users?kind=visitor&sort=name+asc')
    await expect(rows(page).nth(5)).toBeVisible()
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByLabel('Name of the view').fill('Visitors by name')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Mobile' }).uncheck()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await openList(page)
    await expect(page.getByRole('columnheader', { name: 'Mobile' })).toHaveCount(0)
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('button', { name: 'Visitors by name', exact: true }).click()
    await expect(page).toHaveURL(/kind=visitor/)
    await expect(page).toHaveURL(/sort=name(\+|%20)asc/)
  })

  test('the list prints whole and without controls', async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
    })
    await openList(page)
    const count = await page.getByText(/^\d+ visits, /).textContent()
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('button', { name: /^Print/ }).click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
    await page.emulateMedia({ media: 'print' })
    const table = page.getByRole('table')
    await expect(table).toHaveCount(1)
    await expect(table.locator('tbody tr[data-row]')).toHaveCount(Number.parseInt(count ?? '', 10))
    await expect(page.getByRole('searchbox')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // Fixed elements would be printed on each sheet, over the rows.
    await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(rows(page)).toHaveCount(30)
  })
})

test.describe('in a browser with touch', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })
  test('a short time tells its exact form', async ({ page }) => {
    await startSession(page, 'admin@harbour.example')
    await openList(page)
    await rows(page).nth(1).locator('time').tap()
    await expect(page.getByRole('tooltip')).toHaveText(/\d{4}.* \d{1,2}:\d{2}:\d{2}/)
    await page.getByRole('heading', { level: 1 }).tap()
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  })
})

const rows = (page: Page): Locator => page.locator('tbody tr[data-row]')

async function openList(page: Page): Promise<void> {
  await page.goto('/checked_in_users')
  await expect(page.getByRole('row').nth(5)).toBeVisible()
}

/** The columns of the list in order, as its options name them. */
async function declaredColumns(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'View' }).click()
  const labels = page.getByRole('group', { name: 'Columns' }).locator('label')
  await expect(labels.first()).toBeVisible()
  const names = await labels.allInnerTexts()
  await page.keyboard.press('Escape')
  return names
}

async function shownColumns(page: Page): Promise<string[]> {
  // `innerText` is the rendered text: a sortable head has its name a second time for cards.
  const heads = await page.getByRole('columnheader').filter({ visible: true }).allInnerTexts()
  // The tick and menu columns always stay.
  return heads
    .filter((text) => text !== '' && text !== 'Actions')
    .map((text) => text.replaceAll('\u00a0', ' '))
}

/** By how many pixels the page or a table overflows its container. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const table = document.querySelector('table')
    const frame = table?.parentElement
    return Math.max(
      document.documentElement.scrollWidth - innerWidth,
      (table?.offsetWidth ?? 0) - (frame?.clientWidth ?? 0),
    )
  })
}
