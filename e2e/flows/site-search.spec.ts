import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, ownServerTest as test } from '../fixtures.ts'
import { makeOrganisation } from '../pages/made-up-staff.ts'
import { expectHome, startSession } from '../pages/staff-pages.ts'

test.use({ serverName: 'site-search' })
const password = 'Bellbird-harbour-52'

/** More than a filter or the board's list shows. The last one by name is in neither. */
const HALLS = 250
const hidden = 'Zürich Hall'

test('a site that no list has room for is found by its name, in the portal and on the board', async ({
  page,
  server,
}) => {
  const { admin } = await makeOrganisation(server, { look: 'presence', language: 'en', password })
  await server.ask(
    [
      `insert into sites (client_id, id, name)
        select client_id, gen_random_uuid(), 'Hall ' || number from users, generate_series(1, $2::int) number where email = $1`,
      [admin.email, HALLS],
    ],
    [
      'insert into sites (client_id, id, name) select client_id, $2, $3 from users where email = $1',
      [admin.email, randomUUID(), hidden],
    ],
  )
  await startSession(page, admin.email, password)
  await page.goto('/home')
  await expectHome(page)
  const filter = page.getByRole('combobox', { name: 'Site' })
  const choose = async () => {
    await expect(filter).toHaveAttribute('placeholder', 'All')
    await filter.fill('zurich')
    await page.getByRole('option', { name: hidden }).click()
    await expect(page).toHaveURL(/site=/)
    await expect(filter).toHaveValue(hidden)
  }
  await choose()
  await page.goto('/checked_in_users')
  await choose()
  await expectAccessible(page)
  await page.reload()
  await expect(filter).toHaveValue(hidden)

  await page.goto('/board')
  const sites = page.getByRole('combobox', { name: 'Site' })
  await page.getByRole('searchbox', { name: 'Search sites' }).fill('zurich')
  await expect(sites.getByRole('option', { name: hidden })).toBeAttached()
  await sites.selectOption({ label: hidden })
  await expect(page).toHaveURL(/site=/)
  await expect(page.getByText('No one is on site')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/board')
  await expect(sites.locator('option:checked')).toHaveText(hidden)
})
