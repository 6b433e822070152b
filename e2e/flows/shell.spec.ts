import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { startOwnServer } from '../own-server.ts'
import { callsAs, demoPassword, enter, expectHome, logIn, showSideBar } from '../pages/staff-pages.ts'

const searchField = { name: 'Search' }

test('a folded side bar names its items to the keyboard and the pointer', async ({ page }) => {
  await enter(page, 'admin@harbour.example')
  await expectHome(page)
  await page.getByRole('button', { name: 'Collapse the menu' }).click()
  const item = page.getByRole('link', { name: 'Checked In Users' })
  const label = item.getByText('Checked In Users')
  const width = () => label.evaluate((found) => found.getBoundingClientRect().width)
  expect(await width()).toBeLessThan(2)
  await item.hover()
  await expect.poll(width).toBeGreaterThan(60)
  // Other elements of the page don't cover it.
  await expect.poll(() => label.evaluate(isOnTop)).toBe(true)
  await page.mouse.move(700, 500)
  await expect.poll(width).toBeLessThan(2)
  await page.getByRole('link', { name: 'User Management' }).focus()
  await page.keyboard.press('Tab')
  await expect(item).toBeFocused()
  await expect.poll(width).toBeGreaterThan(60)
  await page.keyboard.press('Escape')
  await expect.poll(width).toBeLessThan(2)
  await expectAccessible(page)

  await page.goto('/user_management')
  await expect(page.getByRole('table')).toBeVisible()
  const names = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
  const count = await names.count()
  for (let at = 0; at < count; at += 1) {
    const link = names.nth(at)
    await link.hover()
    await expect.poll(() => link.locator('span').first().evaluate(isOnTop)).toBe(true)
  }
})

/** Whether an element is uncovered, tested at points from its left to its right edge. */
function isOnTop(element: Element): boolean {
  const { left, width, top, height } = element.getBoundingClientRect()
  return [0.05, 0.35, 0.65, 0.95].every((part) =>
    element.contains(document.elementFromPoint(left + width * part, top + height / 2)),
  )
}

test('the board leads back to the portal, but not from an account that only has a board', async ({
  page,
  browser,
}) => {
  await enter(page, 'staff@harbour.example')
  await expectHome(page)
  await page.getByRole('link', { name: 'Check-in Board' }).click()
  await page.getByRole('link', { name: 'Portal', exact: true }).click()
  await expectHome(page)

  const screen = await browser.newPage()
  await enter(screen, 'board@harbour.example')
  const profile = screen.waitForResponse('**/api/me')
  const renewal = screen.waitForResponse('**/api/board/renew_token')
  await expect(screen).toHaveURL(/\/board/)
  await profile
  expect((await renewal).status()).toBe(200)
  const binding = (await screen.context().cookies()).find(({ name }) => name === '__Host-gatehouse')
  expect(binding?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400)
  await expect(screen.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await expect(screen.getByRole('link', { name: 'Portal', exact: true })).toHaveCount(0)
  await screen.close()
})

for (const width of [1440, 360]) {
  test(`the search finds pages, people and actions, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await enter(page, 'admin@harbour.example')
    await expectHome(page)
    await showSideBar(page)
    await page.getByRole('button', searchField).click()
    const field = page.getByRole('combobox', searchField)
    const options = page.getByRole('listbox', searchField).getByRole('option')
    await expect(field).toBeFocused()
    await expectAccessible(page)
    await field.fill('okonkwo')
    await expect(page.getByRole('option', { name: /^Marguerite Okonkwo/ })).toBeVisible()
    await expectAccessible(page)
    await field.fill('gallery')
    await expect(page.getByRole('group', { name: 'Sites' }).getByRole('option')).toHaveCount(1)
    await field.fill('nobody at all')
    await expect(page.getByText('Nothing found for “nobody at all”.')).toBeVisible()
    await field.fill('checked')
    await expect(page.getByRole('option', { name: 'Checked In Users' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/checked_in_users/)

    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await field.fill('change pass')
    await expect(options).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
  })
}

test('a question mark lists the keys, and can be switched off', async ({ page }) => {
  await enter(page, 'staff@harbour.example')
  await expectHome(page)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toBeVisible()
  await expectAccessible(page)
  await keys.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', searchField).fill('?')
  await expect(keys).toHaveCount(0)
  await page.getByRole('combobox', searchField).fill('keyboard')
  await page.keyboard.press('Enter')
  await expect(keys).toBeVisible()
})

test('the height of rows is chosen in the user menu, for every list', async ({ page }) => {
  await enter(page, 'admin@harbour.example')
  await page.getByRole('link', { name: 'Checked In Users' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checked In Users' })).toBeVisible()
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .nth(2)
  const height = () => row.evaluate((found) => Math.round(found.getBoundingClientRect().height))
  await expect(row).toBeVisible()
  const comfortable = await height()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Marguerite/ })
    .click()
  await page.getByRole('radio', { name: 'Compact' }).click()
  await expect.poll(height).toBeLessThan(comfortable)
  await page.reload()
  await expect(row).toBeVisible()
  await expect.poll(height).toBeLessThan(comfortable)
})

test.describe('a help desk', () => {
  test.describe.configure({ timeout: 120_000 })

  test('is offered once its script has loaded, and not in the look without it', async ({ browser }) => {
    const desk = createServer((request, response) => {
      response.writeHead(request.url === '/widget.js' ? 200 : 404, { 'content-type': 'text/javascript' })
      response.end("window.helpWidget = { open() { document.title = 'Help is open' } }")
    }).listen(0, '127.0.0.1')
    await once(desk, 'listening')
    const { port } = desk.address() as AddressInfo
    const server = await startOwnServer('help-desk', {
      DEMO: 'on',
      BREACH_URL: 'off',
      HELP_WIDGET_URL: `http://127.0.0.1:${port}/widget.js`,
    })
    try {
      const context = await browser.newContext({ baseURL: server.origin })
      const page = await context.newPage()
      await enter(page, 'admin@harbour.example')
      await page.getByRole('button', { name: 'Get Help' }).click()
      await expect(page).toHaveTitle('Help is open')
      await page.getByRole('button', { name: /Marguerite/ }).click()
      await page.getByRole('button', { name: 'Log out' }).click()

      const call = await callsAs(context.request, { email: 'admin@harbour.example', password: demoPassword })
      const { id } = await call<{ id: string }>('GET', '/client/me')
      await call('PATCH', `/client/${id}`, { look: 'batbooth' })
      const isAsked: string[] = []
      const other = await context.newPage()
      other.on('request', (request) => isAsked.push(request.url()))
      await enter(other, 'admin@harbour.example')
      await expectHome(other)
      await other.getByRole('button', { name: 'Notifications' }).click()
      await expect(other.getByRole('button', { name: 'Get Help' })).toHaveCount(0)
      expect(isAsked.filter((url) => url.includes('widget.js'))).toEqual([])
    } finally {
      await server.stop()
      desk.close()
    }
  })
})

for (const width of [1440, 360]) {
  test(
    `Settings has the organisation, the account and its sessions, at ${width} px`,
    { tag: width === 360 ? [] : '@gate' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await enter(page, 'admin@harbour.example')
      await expectHome(page)
      await showSideBar(page)
      await page.getByRole('link', { name: 'Settings' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
      await expect(page.getByText('Harbour Venues', { exact: true })).toBeVisible()
      await expect(page.getByText('This session')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Update my details' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL(/\/settings$/)
      const pages = page.getByRole('navigation', { name: 'Settings' })
      if (width === 360) await pages.getByText('General').first().click()
      await pages.getByRole('link', { name: 'Privacy and retention' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Privacy and retention' })).toBeVisible()
      await expect(page.getByRole('row').filter({ hasText: 'Names and mobiles' }).first()).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    },
  )

  test(`the widgets filter, tick, warn and only write to the console, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const written: string[] = []
    page.on('console', (message) => written.push(message.text()))
    await page.goto('/widgetview')
    await expect(page).toHaveURL(/\/login\?from=%2Fwidgetview/)
    await logIn(page, 'staff@harbour.example')
    await expect(page.getByText('Low Pressure Warning')).toBeVisible()
    await expect(page.getByText('Filter Cartridge may require replacement')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Lamplight Hall' }).uncheck()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('checkbox', { name: 'Lamplight Hall' })).toBeChecked()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('searchbox', { name: 'Search users' }).fill('zoë')
    await page.getByRole('checkbox', { name: 'Zoë Nguyễn' }).check()
    await expect(page.getByText('1 selected')).toBeVisible()
    // Below the last row the bar is beside the others, not over them.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.getByRole('button', { name: 'Archive Users' }).click()
    await expectAccessible(page)
    expect(written.filter((text) => /^(Cancel|Save|Archive Users)/.test(text))).toHaveLength(3)
  })
}

test('a page that fails has a way out, and the next page is not affected', async ({ page }) => {
  expectRefusals(page, 500)
  await enter(page, 'admin@harbour.example')
  await expectHome(page)
  await page.route('**/api/presence?**', (route) => route.fulfill({ status: 500, json: {} }))
  await page
    .getByRole('link', { name: /^On site now/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/checked_in_users/)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expectHome(page)
})
