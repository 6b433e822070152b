import type { Browser, Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { expectNoSidewaysScroll } from '../pages/appearance.ts'
import { startSession } from '../pages/staff-pages.ts'

// The rules for every list of the portal, whatever its rows.

test.describe.configure({ mode: 'default', timeout: 90_000 })

const admin = 'admin@harbour.example'
const operator = 'operator@gatehouse.example'

interface List {
  name: string
  path: string
  email: string
  /** The call that reads the rows. */
  call: RegExp
  filter: { label: string; option: string | RegExp; inAddress: RegExp }
  /** Whether the URL opens an edit window for its rows. */
  isEdited: boolean
}

const lists: readonly List[] = [
  {
    name: 'Client Management',
    path: '/client_management',
    email: operator,
    call: /\/api\/client\?/,
    filter: { label: 'Enabled', option: 'Yes', inAddress: /enabled=true/ },
    isEdited: true,
  },
  {
    name: 'Site Management',
    path: '/site_management',
    email: admin,
    call: /\/api\/sites\?/,
    filter: { label: 'Status', option: 'All', inAddress: /status=all/ },
    isEdited: true,
  },
  {
    name: 'Sign-In Methods',
    path: '/machine_management',
    email: admin,
    call: /\/api\/sign-in-methods\?/,
    filter: { label: 'Type', option: 'QR code', inAddress: /type=qr/ },
    isEdited: true,
  },
  {
    name: 'User Management',
    path: '/user_management',
    email: admin,
    call: /\/api\/users\?/,
    filter: { label: 'User type', option: 'Manager', inAddress: /user_type=Manager/ },
    isEdited: true,
  },
  {
    name: 'Checked In Users',
    path: '/checked_in_users',
    email: admin,
    call: /\/api\/presence\?/,
    filter: { label: 'Kind', option: 'Visitor', inAddress: /kind=visitor/ },
    isEdited: false,
  },
]

const rows = (page: Page): Locator => page.locator('tbody tr[data-row]')

async function open(page: Page, { path, name, email }: List): Promise<void> {
  await startSession(page, email)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
}

async function idsOf(page: Page): Promise<(string | null)[]> {
  await expect(page.locator('[aria-busy]')).toHaveCount(0)
  return rows(page).evaluateAll((found) => found.map((row) => row.getAttribute('data-row')))
}

async function otherBrowser(browser: Browser, baseURL: string | undefined, email: string): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), locale: 'en-AU' })
  const page = await context.newPage()
  await startSession(page, email)
  return page
}

/** The page's layout shift (Layout Instability), from its first paint on. */
async function measureShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const window_ = window as { shifted?: number }
    window_.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) window_.shifted = (window_.shifted ?? 0) + entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

for (const list of lists) {
  test.describe(list.name, () => {
    test('an address shows the same in another browser, and Back undoes the last filter', async ({
      page,
      browser,
      baseURL,
    }) => {
      await open(page, list)
      await page.getByRole('columnheader').getByRole('button').first().click()
      await expect(page).toHaveURL(/sort=/)
      const before = { ids: await idsOf(page), url: page.url() }
      await page
        .getByRole('combobox', { name: list.filter.label, exact: true })
        .selectOption({ label: `${list.filter.option}` })
      await expect(page).toHaveURL(list.filter.inAddress)

      const other = await otherBrowser(browser, baseURL, list.email)
      await other.goto(page.url())
      await expect(rows(other).first()).toBeVisible()
      // People come and go while the journeys run.
      if (list.path !== '/checked_in_users') {
        const filtered = await idsOf(other)
        await expect.poll(() => idsOf(page)).toEqual(filtered)
      }
      await expect(other.getByRole('combobox', { name: list.filter.label, exact: true })).toHaveValue(
        await page.getByRole('combobox', { name: list.filter.label, exact: true }).inputValue(),
      )
      await other.context().close()

      await page.goBack()
      await expect(page).toHaveURL(before.url)
      if (list.path !== '/checked_in_users') await expect.poll(() => idsOf(page)).toEqual(before.ids)
    })

    test('says why it has no rows: none yet, none that matches, a failure, no right', async ({ page }) => {
      expectRefusals(page, 500, 403)
      // Its messages would refetch the list while the call is held here.
      await page.routeWebSocket(/socket\.io/, () => {})
      await open(page, list)
      const withoutRows = async (query: string) => {
        await page.route(list.call, async (route) => {
          const response = await route.fetch()
          const body = (await response.json()) as object
          await route.fulfill({ response, json: Array.isArray(body) ? [] : { ...body, items: [], total: 0 } })
        })
        await page.goto(`${list.path}${query}`)
        await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
        const said = await page.getByRole('main').getByRole('heading', { level: 2 }).first().innerText()
        await page.unroute(list.call)
        return said
      }
      const none = await withoutRows('')
      await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)
      const noMatch = await withoutRows('?search=zzzz')
      await expect(page.getByRole('button', { name: 'Clear filters' }).first()).toBeVisible()
      expect(noMatch).not.toBe(none)

      await page.route(list.call, (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto(list.path)
      await expect(page.getByRole('heading', { name: 'The list could not be loaded' })).toBeVisible()
      await page.unroute(list.call)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(rows(page).first()).toBeVisible()

      await page.route(list.call, (route) =>
        route.fulfill({
          status: 403,
          json: { statusCode: 403, code: 'forbidden', message: 'You are not allowed to do this.' },
        }),
      )
      await page.goto(list.path)
      await expect(page.getByRole('heading', { name: 'You don’t have access' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    })

    test('comes without a jump, after a skeleton of its shape', async ({ page }) => {
      await measureShift(page)
      await open(page, list)
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route(list.call, async (route) => {
        await held
        await route.continue()
      })
      await page.goto(list.path)
      await expect(page.locator('tbody tr').first()).toBeVisible()
      await expect(rows(page)).toHaveCount(0)
      release()
      await expect(rows(page).first()).toBeVisible()
      await idsOf(page)
      await page.evaluate(() => document.fonts.ready)
      expect(await page.evaluate(() => (window as { shifted?: number }).shifted)).toBeLessThan(0.1)
    })

    test.describe('on a phone', () => {
      test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })
      test('its rows are cards, and what one touches is large enough', async ({ page }) => {
        await open(page, list)
        const first = rows(page).first()
        expect(await first.evaluate((row) => getComputedStyle(row).display)).not.toBe('table-row')
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0)
        const tick = first.getByRole('checkbox')
        if ((await tick.count()) > 0) await tick.check()
        const small = await page.evaluate(() =>
          [...document.querySelectorAll('main :is(a, button, select, input)')]
            .filter((control) => control.checkVisibility() && !control.closest('[aria-hidden=true]'))
            .map((control) => ({
              name: control.textContent,
              box: (control.closest('label') ?? control).getBoundingClientRect(),
              // A time or a number within a line is a target of 24 px (WCAG 2.5.8 exempts lines of
              // text).
              least:
                control.closest('td') && (control.querySelector('time') ?? control.matches('a')) ? 24 : 44,
            }))
            .filter(({ box, least }) => box.width > 0 && (box.height < least || box.width < least))
            .map(({ name, box }) => `${name} ${box.width} × ${box.height}`),
        )
        expect(small).toEqual([])
        await expectAccessible(page)
      })
    })

    if (list.isEdited) {
      test('a window that an address opened gives the focus to its row', async ({ page }) => {
        await open(page, list)
        const id = (await idsOf(page))[1] ?? ''
        await page.goto(`${list.path}?edit=${id}`)
        const window_ = page.getByRole('dialog')
        await expect(window_.getByRole('textbox').first()).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(window_).toHaveCount(0)
        await expect(page).not.toHaveURL(/edit=/)
        await expect(page.locator(`tr[data-row="${id}"] :focus`)).toHaveCount(1)
      })
    }
  })
}

test('the bar of ticked rows never covers the focus', async ({ page }) => {
  await open(page, lists[4] as List)
  const table = page.getByRole('table')
  await expect(table.locator('tbody tr[data-row]')).toHaveCount(30)
  await table.locator('tbody').getByRole('checkbox').first().check()
  const bar = page.getByRole('status').filter({ hasText: '1 selected' }).locator('..')
  for (let at = 0; at < 29; at += 1) {
    await table
      .locator('tbody')
      .getByRole('checkbox')
      .nth(at + 1)
      .focus()
    const covered = await bar.evaluate((element) => {
      const focused = document.activeElement?.getBoundingClientRect()
      const { top, left, right } = element.getBoundingClientRect()
      return focused !== undefined && focused.bottom > top && focused.right > left && focused.left < right
    })
    expect(covered, `row ${at + 2}`).toBe(false)
  }
})

for (const list of lists.filter(({ name }) => ['Client Management', 'Sign-In Methods'].includes(name)))
  test(`${list.name}: a single change shows at once, and goes back with a reason that stays`, async ({
    page,
    context,
  }) => {
    expectRefusals(page, 0)
    await open(page, list)
    const row = rows(page).first()
    const before = await row.innerText()
    const disable = page.getByRole('menuitem', { name: 'Disable' })
    const openMenu = async () => {
      await row.getByRole('button', { name: /^Actions for/ }).click()
      await expect(disable).toBeVisible()
    }
    // A menu loads when it is first opened.
    await openMenu()
    await page.keyboard.press('Escape')
    await expect(disable).toHaveCount(0)
    await context.setOffline(true)
    await openMenu()
    await disable.click()
    const message = page.getByText('The server did not respond. Check your internet connection.')
    await expect(message).toBeVisible()
    await context.setOffline(false)
    await expect.poll(() => row.innerText()).toBe(before)
    await expect(message).toBeVisible()
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click()
    await expect(message).toHaveCount(0)
  })

for (const path of ['/user_management', '/machine_management', '/site_management'])
  test(`every column that is ticked is seen: ${path}`, async ({ page }) => {
    await open(page, lists.find((list) => list.path === path) as List)
    await page.setViewportSize({ width: 1024, height: 800 })
    await page.goto(path)
    const heads = page.getByRole('columnheader').filter({ visible: true })
    await expect(rows(page).nth(1)).toBeVisible()
    const view = page.getByRole('button', { name: 'View', exact: true })
    const ticks = page.getByRole('group', { name: 'Columns' }).getByRole('checkbox')
    const atFirst = await heads.allInnerTexts()
    await view.click()
    await expect(ticks.first()).toBeVisible()
    const hint = page.getByText('Not all columns fit.')
    await expect(hint).toBeVisible()
    for (const tick of await ticks.all()) await tick.check()
    await expect(hint).toHaveCount(0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const frame = page.getByRole('table').locator('..')
    const scroll = () => frame.evaluate((element) => element.scrollWidth - element.clientWidth)
    await expect.poll(scroll).toBeGreaterThan(0)
    await expectAccessible(page)
    await page.reload()
    await expect.poll(scroll).toBeGreaterThan(0)
    const names = await heads.allInnerTexts()
    expect(names.length).toBeGreaterThan(atFirst.length)
    for (const name of names.filter((text) => text !== '')) {
      const head = page.getByRole('columnheader', { name, exact: true })
      // The columns may still be resizing. Heads end at fractions of pixels.
      await expect(async () => {
        await head.scrollIntoViewIfNeeded()
        await expect(head).toBeInViewport({ ratio: 0.99, timeout: 500 })
      }).toPass()
    }
    // The name of a row and its menu stay where they are.
    await frame.evaluate((element) => element.scrollTo({ left: 10_000 }))
    await expect(rows(page).first().getByRole('rowheader')).toBeInViewport({ ratio: 1 })
    await expect(
      rows(page)
        .first()
        .getByRole('button', { name: /^Actions for/ }),
    ).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1024, height: 800 })
    await view.click()
    await page.getByRole('button', { name: 'Fit to the screen' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => heads.allInnerTexts()).toEqual(atFirst)
    await expect.poll(scroll).toBe(0)
  })

test('a view has a name, opens the list, and can be sent to others', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, lists[3] as List)
  await page.goto('/user_management?user_type=Manager&sort=email+desc')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByLabel('Name of the view').fill('Managers')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Open the list with Managers' }).click()
  await page.getByRole('button', { name: 'Copy the link to Managers' }).click()
  await expect(page.getByText('The link has been copied.')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/user_management\?user_type=Manager&sort=email(\+|%20)desc$/,
  )
  await page.goto('/user_management')
  await expect(page).toHaveURL(/user_type=Manager/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).not.toHaveURL(/user_type/)
  await expect(rows(page).nth(3)).toBeVisible()
  await page.goto('/user_management?search=harbour')
  await expect(rows(page).first()).toBeVisible()
  await expect(page).not.toHaveURL(/user_type/)
})

test('the audit log keeps its filters and its open entry in the address', async ({ page }) => {
  await startSession(page, admin)
  await page.goto('/settings/audit_log?from=2001-01-01&to=2001-01-02')
  await expect(page.getByRole('heading', { name: 'Nothing was recorded' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Kind').selectOption('session')
  await expect(page).toHaveURL(/kind=session/)
  await rows(page).first().getByRole('button').first().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeVisible()
  await expect(page).toHaveURL(/row=/)
  await page.reload()
  await expect(drawer).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(page).not.toHaveURL(/row=/)
})
