import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { startOwnServer } from '../own-server.ts'
import { enter, expectHome, showSideBar } from '../pages/staff-pages.ts'

const searchField = { name: 'Search' }

test('a folded side bar names its items to the keyboard and the pointer', async ({ page }) => {
  await enter(page, 'admin@harbour.example')
  await expectHome(page)
  await page.getByRole('button', { name: 'Fold the menu' }).click()
  const item = page.getByRole('link', { name: 'Checked In Users' })
  const label = item.getByText('Checked In Users')
  const width = () => label.evaluate((found) => found.getBoundingClientRect().width)
  expect(await width()).toBeLessThan(2)
  await item.hover()
  await expect.poll(width).toBeGreaterThan(60)
  await page.mouse.move(700, 500)
  await expect.poll(width).toBeLessThan(2)
  await page.getByRole('link', { name: 'Home' }).focus()
  await page.keyboard.press('Tab')
  await expect(item).toBeFocused()
  await expect.poll(width).toBeGreaterThan(60)
  await page.keyboard.press('Escape')
  await expect.poll(width).toBeLessThan(2)
  await expectAccessible(page)
})

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
  await expect(screen).toHaveURL(/\/board/)
  await profile
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
    await field.fill('change pass')
    await expect(options).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
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
  const row = page.getByRole('row').nth(2)
  const height = () => row.evaluate((found) => Math.round(found.getBoundingClientRect().height))
  await expect(row).toBeVisible()
  const comfortable = await height()
  await page.getByRole('button', { name: /Marguerite/ }).click()
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

      const isAsked: string[] = []
      const other = await context.newPage()
      other.on('request', (request) => isAsked.push(request.url()))
      await enter(other, 'operator@gatehouse.example')
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
