import { randomUUID } from 'node:crypto'
import type { Route } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectFocus, expectFocusKept, watchFocus } from '../pages/focus.ts'
import { startSession } from '../pages/staff-pages.ts'

/** The focus on the board, by keyboard alone. */
test.describe.configure({ timeout: 60_000 })

/** The whole list, also where the page only checks for changes. */
const fetchWhole = (route: Route) =>
  route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } })

test.beforeEach(async ({ page }) => {
  await watchFocus(page)
  await startSession(page, 'admin@harbour.example')
})
test.afterEach(async ({ page }) => expectFocusKept(page))

test('choosing a site, changing it, and the question of the log-out', async ({ page }) => {
  await page.goto('/board')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Harbour Gallery' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Gallery' })).toBeAttached()
  await expectFocus(main)

  const site = page.getByRole('banner').getByRole('combobox')
  await site.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Gallery' })).toHaveCount(0)
  await expectFocus(site)

  const logOut = page.getByRole('button', { name: 'Log Out' })
  await logOut.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).press('Enter')
  await expectFocus(logOut)
})

test('a search that finds nobody gives the focus back to its field', async ({ page }) => {
  // A board of few people has no search.
  await page.route(/\/api\/board\/[\da-f-]{36}$/, async (route) => {
    const response = await fetchWhole(route)
    const [person] = (await response.json()) as { id: string }[]
    const people = Array.from({ length: 60 }, () => ({ ...person, id: randomUUID() }))
    await route.fulfill({ response, json: people })
  })
  await page.goto('/board')
  await page.getByRole('main').getByRole('button', { name: 'Harbour Gallery' }).click()
  const search = page.getByRole('searchbox', { name: 'Search people' })
  await search.pressSequentially('zzzz')
  await page.getByRole('button', { name: 'Show everyone' }).press('Enter')
  await expect(page.getByText('No matches')).toHaveCount(0)
  await expectFocus(search)
  await search.pressSequentially('zzzz')
  await page.getByRole('button', { name: 'Clear the search' }).press('Enter')
  await expectFocus(search)
})

test('a roll call: each tick leads to the next person, up to the last one, and to the reset and back', async ({
  page,
}) => {
  // A few people are enough.
  await page.route(/\/api\/board\/[\da-f-]{36}$/, async (route) => {
    const response = await fetchWhole(route)
    const people = (await response.json()) as unknown[]
    await route.fulfill({ response, json: people.slice(0, 4) })
  })
  await page.goto('/board')
  await page.getByRole('main').getByRole('button', { name: 'Harbour Gallery' }).click()
  const people = page.getByRole('main').getByRole('checkbox')
  await expect(people).toHaveCount(4)
  const names = await Promise.all([1, 2, 3].map((at) => people.nth(at).evaluate(nameOf)))
  await people.first().press('Space')
  const uncounted = page.getByRole('button', { name: 'Not yet counted' })
  await uncounted.press('Enter')
  await expect(people).toHaveCount(3)
  await expectFocus(uncounted)

  const [second, third, fourth] = names
  const person = (name: string | undefined) => page.getByRole('checkbox', { name: name!, exact: true })
  await person(third).press('Space')
  await expect(people).toHaveCount(2)
  await expectFocus(person(fourth))
  await page.keyboard.press('Space')
  await expect(people).toHaveCount(1)
  await expectFocus(person(second))
  await page.keyboard.press('Space')
  await expect(page.getByText('Everyone is counted')).toBeVisible()
  await expectFocus(uncounted)
  await page.getByRole('button', { name: 'Show everyone' }).press('Enter')
  await expect(people).toHaveCount(4)
  await expectFocus(uncounted)

  const reset = page.getByRole('button', { name: 'Reset', exact: true })
  await reset.press('Enter')
  await expect(uncounted).toHaveCount(0)
  const undo = page.getByRole('button', { name: 'Undo reset' })
  await expectFocus(undo)
  await page.keyboard.press('Enter')
  await expect(uncounted).toBeVisible()
  await expectFocus(reset)
})

function nameOf(input: HTMLElement): string {
  return (input as HTMLInputElement).labels?.[0]?.textContent ?? ''
}
