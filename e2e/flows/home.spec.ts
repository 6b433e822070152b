import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { isVisible, seeLater } from '../pages/later.ts'
import { enter, expectHome } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'

test(
  'a chart is read as a sentence and a table, its numbers open the log, and events come by themselves',
  { tag: '@gate' },
  async ({ page, request, venues }) => {
    const venue = await venues.open(plain)
    const signIn = async (firstName: string) => {
      const lastName = `Shown${randomUUID().replaceAll(/[^a-f]/g, '')}`
      const data = { firstName, lastName, mobile: '0491 570 156', machineId: venue.id }
      expect((await request.post('/api/checkin', { data })).status()).toBe(200)
    }
    for (const name of ['Lea', 'Sam', 'Ida']) await signIn(name)
    const { email, password } = await venues.appoint(venue)
    await page.clock.install()
    await enter(page, email, password)
    await expectHome(page)
    const main = page.getByRole('main')
    await expect(main.getByText(/^3 check-ins, 0 in the previous period\./)).toBeVisible()
    await keepPicture(page, 'home-charts')

    const series = main.getByRole('group', { name: 'Show Check-ins over time as' })
    await series.getByRole('radio', { name: 'Table' }).check()
    const totals = main
      .getByRole('table', { name: 'Check-ins over time' })
      .getByRole('link', { name: /Total/ })
    await expect(totals.first()).toBeVisible()
    await main
      .getByRole('group', { name: 'Show Busiest hours as' })
      .getByRole('radio', { name: 'Table' })
      .check()
    await expect(main.getByRole('table', { name: 'Busiest hours' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const latest = main.getByRole('listitem').filter({ hasText: 'Noa' })
    await expect(latest).toHaveCount(0)
    await signIn('Noa')
    await seeLater(page, isVisible(latest))

    const counted = async () => (await totals.allTextContents()).reduce((sum, text) => sum + Number(text), 0)
    await seeLater(page, async () => expect(await counted()).toBe(4))
    const last = Number(await totals.last().textContent())
    await totals.last().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Access Logs' })).toBeVisible()
    await expect(page.getByRole('main').locator('tbody tr[data-row]')).toHaveCount(last)
    await page.getByRole('link', { name: 'Back' }).click()

    await main.getByRole('link', { name: 'Check-ins', exact: true }).click()
    await expect(page.getByRole('main').locator('tbody tr[data-row]')).toHaveCount(4)
  },
)
