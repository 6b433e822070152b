import { randomUUID } from 'node:crypto'
import { type Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, ownServerTest as test } from '../fixtures.ts'
import { makeOperator } from '../pages/made-up-staff.ts'
import { enter, expectHome } from '../pages/staff-pages.ts'

test.use({ serverName: 'client-switcher' })
test.describe.configure({ mode: 'default', timeout: 60_000 })

const password = 'Bellbird-harbour-52'
let operator: string

/** Two clients with a site each. */
test.beforeAll(async ({ server }) => {
  operator = await makeOperator(server, password)
  for (const name of ['Alder', 'Birch']) {
    const clientId = randomUUID()
    await server.ask(
      ['insert into clients (id, name, company_no) values ($1, $2, $2)', [clientId, name]],
      [
        `insert into sites (client_id, id, name, region, time_zone) values ($1, $2, $3, 'AU', 'Australia/Sydney')`,
        [clientId, randomUUID(), `${name} Yard`],
      ],
    )
  }
})

async function choose(page: Page, name: string, label = name): Promise<void> {
  await page.getByRole('button', { name: /^Client: / }).click()
  await page.getByLabel('Work in').selectOption({ label })
  await expect(page.getByRole('button', { name: `Client: ${name}` })).toBeVisible()
}

const site = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function openSites(page: Page): Promise<void> {
  await enter(page, operator, password)
  await expectHome(page)
  await page.getByRole('link', { name: 'Site Management' }).click()
  await expect(heading(page, 'Site Management')).toBeVisible()
}

test('the client is switched on a list and on the page of one site, and Back shows nothing of the earlier one', async ({
  page,
}) => {
  expectRefusals(page, 404)
  await openSites(page)
  await expect(site(page, 'Alder Yard')).toBeVisible()
  await expect(site(page, 'Birch Yard')).toBeVisible()

  // On a list the page stays, with the rows of the chosen client.
  await choose(page, 'Alder')
  await expect(site(page, 'Alder Yard')).toBeVisible()
  await expect(page.getByText('Birch Yard')).toHaveCount(0)
  await choose(page, 'Birch')
  await expect(site(page, 'Birch Yard')).toBeVisible()
  await expect(page.getByText('Alder Yard')).toHaveCount(0)
  await expect(page).toHaveURL(/\/site_management$/)

  // The page of one site leads to the list of the other client.
  await page.getByRole('link', { name: 'Birch Yard' }).click()
  await expect(heading(page, 'Birch Yard')).toBeVisible()
  await expectAccessible(page)
  await choose(page, 'Alder')
  await expect(page).toHaveURL(/\/site_management$/)
  await expect(site(page, 'Alder Yard')).toBeVisible()
  await expect(page.getByText('Birch Yard')).toHaveCount(0)

  // Back leads to a site that the chosen client does not have.
  await page.goBack()
  await expect(page).toHaveURL(/\/site_management\/[\da-f-]{36}\/details$/)
  await expect(page.getByText('This doesn’t exist, or isn’t yours')).toBeVisible()
  await expect(page.getByText('Birch Yard')).toHaveCount(0)
  await expectAccessible(page)
  await choose(page, 'Birch')
  await expect(page).toHaveURL(/\/site_management$/)

  // With all clients, the page of a site stays open.
  await page.getByRole('link', { name: 'Birch Yard' }).click()
  await expect(heading(page, 'Birch Yard')).toBeVisible()
  await choose(page, 'All clients', 'All')
  await expect(page).toHaveURL(/\/site_management\/[\da-f-]{36}\/details$/)
  await expect(heading(page, 'Birch Yard')).toBeVisible()
  await page.goBack()
  await expect(site(page, 'Alder Yard')).toBeVisible()
  await expect(site(page, 'Birch Yard')).toBeVisible()
})
