import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectHome, startSession } from '../pages/staff-pages.ts'

/** Holds the responses to some calls until they are released. */
async function holdAnswers(page: Page, url: RegExp): Promise<() => void> {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route(url, (route) => held.then(() => route.continue()))
  return letThrough
}

const waiting = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: 'Loading…' })

test('while another period is awaited, figures and what is said of them stay those of the one before', async ({
  page,
}) => {
  await startSession(page, 'admin@harbour.example')
  await page.goto('/home')
  const main = page.getByRole('main')
  const againstDay = main.getByText(/vs the day before$/)
  const shown = async () => ({
    change: await againstDay.textContent(),
    since: await main.getByText(/^Since/).textContent(),
  })
  const before = await shown()
  const letThrough = await holdAnswers(page, /\/api\/dashboard\?period=year/)
  await page.getByRole('radio', { name: 'Year' }).click()
  await expect(page).toHaveURL(/period=year/)
  await expect(page.getByRole('radio', { name: 'Year' })).toBeChecked()
  await expect(waiting(page)).toBeVisible()
  expect(await shown()).toEqual(before)
  letThrough()
  await expect(main.getByText(/vs the year before$/)).toBeVisible()
  await expect(againstDay).toHaveCount(0)
  await expect(waiting(page)).toHaveCount(0)
  await expect(main.getByText(/^Since/)).not.toHaveText(before.since ?? '')
})

test('figures lead to the list of the site that they are of', async ({ page }) => {
  await startSession(page, 'admin@harbour.example')
  await page.goto('/home')
  const onSite = page.getByRole('link', { name: /On site now/ })
  await expect(onSite).toHaveAttribute('href', '/checked_in_users')
  const letThrough = await holdAnswers(page, /\/api\/dashboard\?period=day&site=/)
  await page.getByLabel('Site').selectOption({ label: 'Harbour Gallery' })
  await expect(page).toHaveURL(/site=/)
  await expect(waiting(page)).toBeVisible()
  await expect(onSite).toHaveAttribute('href', '/checked_in_users')
  letThrough()
  await expect(onSite).toHaveAttribute('href', /\/checked_in_users\?site=/)
})

test('while another filter of the list is awaited, its rows stay as they were, and none is told in another year', async ({
  page,
}) => {
  await startSession(page, 'admin@harbour.example')
  await page.goto('/home')
  await expectHome(page)
  await page.goto('/checked_in_users')
  const rows = page.getByRole('row')
  const visitors = page.getByRole('cell', { name: /^Visitor/ })
  const staff = page.getByRole('cell', { name: /^Staff/ })
  // At night there are no staff.
  await expect(visitors.first()).toBeVisible()
  const name = page.getByRole('columnheader', { name: 'Name' })
  const pager = page.getByText(/^1–\d+ of \d+$/)
  // The time on site grows by the minute.
  const told = async () => (await rows.allTextContents()).map((row) => row.replace(/(\d+\sh\s)?\d+\smin/, ''))
  const before = { rows: await told(), pager: await pager.textContent() }
  const letThrough = await holdAnswers(page, /\/api\/presence\?.*kind=visitor/)
  await page.getByLabel('Kind').selectOption({ label: 'Visitor' })
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/kind=visitor/)
  await expect(page).toHaveURL(/sort=name/)
  await expect(waiting(page)).toBeVisible()
  expect({ rows: await told(), pager: await pager.textContent() }).toEqual(before)
  await expect(name).toHaveAttribute('aria-sort', 'none')
  await expect(page.getByRole('main')).not.toContainText(/[A-Z][a-z]+\s19[67]\d/)
  await expect(page.getByRole('main')).not.toContainText(/\d{3},?\d{3}h/)
  letThrough()
  await expect.poll(told).not.toEqual(before.rows)
  await expect(staff).toHaveCount(0)
  await expect(visitors.first()).toBeVisible()
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
  await expect(waiting(page)).toHaveCount(0)
})

test('a search that is on its way does not say yet that nobody matches', async ({ page }) => {
  await startSession(page, 'admin@harbour.example')
  await page.goto('/checked_in_users?search=zzzzzz')
  await expect(page.getByText('No one on site matches')).toBeVisible()
  const letThrough = await holdAnswers(page, /\/api\/presence\?page=1&per_page=30&sort=signed_in_at\+asc$/)
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(waiting(page)).toBeVisible()
  // The empty state is a search's, not an empty site's.
  await expect(page.getByText('No one on site matches')).toBeVisible()
  await expect(page.getByText('No one is on site')).toHaveCount(0)
  letThrough()
  await expect(page.getByRole('row').nth(5)).toBeVisible()
})
