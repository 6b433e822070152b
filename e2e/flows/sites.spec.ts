import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { expectHome, startSession } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'
import { askDatabase } from '../server-tools.ts'
import type { Login, Venue } from '../venues.ts'

/** An organisation with one site. */
let venue: Venue
let admin: Login
test.beforeEach(async ({ venues }) => {
  venue = await venues.open({ ...plain, siteName: 'Quay Hall', timeZone: 'America/Lima' })
  admin = await venues.appoint(venue)
})

async function openSites(page: Page): Promise<void> {
  await startSession(page, admin.email, admin.password)
  await page.goto('/home')
  await expectHome(page)
  await page.getByRole('link', { name: 'Site Management' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Site Management' })).toBeVisible()
}

/** The same person in another browser. */
async function openElsewhere(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), locale: 'en-AU' })
  return context.newPage()
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the site' }).getByRole('link', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label)

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test(
  'a site is added, found, and changed by two people at once',
  { tag: '@gate' },
  async ({ page, browser, baseURL }) => {
    await openSites(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New Site' }).click()
    await expect(page).toHaveURL(/edit=new/)
    await dialog(page).getByRole('button', { name: 'Add Site' }).click()
    await expect(dialog(page).getByRole('link', { name: 'Please enter a name' })).toBeVisible()
    await field(page, 'Name').fill('Salt Store')
    await field(page, 'Address').fill('Quay 1')
    await field(page, 'Time zone').selectOption('America/Lima')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Add Site' }).click()
    await expect(row(page, 'Salt Store')).toContainText('Quay 1')
    const found = page.waitForResponse(/\/api\/sites\?.*search=salt/)
    await page.getByRole('searchbox', { name: 'Search sites' }).fill('salt store')
    await found
    await expect(page).toHaveURL(/search=salt/)
    await expect(page.getByRole('row')).toHaveCount(2)

    await choose(page, 'Salt Store', 'Edit Details')
    await field(page, 'Address').fill('Quay 2')
    const other = await openElsewhere(browser, baseURL)
    await openSites(other)
    await choose(other, 'Salt Store', 'Edit Details')
    await field(other, 'Address').fill('Quay 3')
    await field(other, 'Description').fill('The big one')
    await dialog(other).getByRole('button', { name: 'Update Site' }).click()
    await expect(dialog(other)).toBeHidden()
    await other.context().close()

    expectRefusals(page, 412)
    await dialog(page).getByRole('button', { name: 'Update Site' }).click()
    await expect(dialog(page)).toContainText('The other person’s value: Quay 3')
    await expect(field(page, 'Description')).toHaveValue('The big one')
    await dialog(page).getByRole('button', { name: 'Use it' }).click()
    await dialog(page).getByRole('button', { name: 'Update Site' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(row(page, 'Salt Store')).toContainText('Quay 3')
  },
)

test('each part of a site has an address', async ({ page, venues }) => {
  // A site without a sign-in method.
  await venues.move(venue, 'Salt Store')
  await openSites(page)
  await page.getByRole('link', { name: 'Quay Hall' }).click()
  await expect(page).toHaveURL(/\/site_management\/[^/]+\/details$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Quay Hall' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('America/Lima')
  await expectAccessible(page)

  await part(page, 'Hours and limits').click()
  await expect(page).toHaveURL(/\/hours$/)
  await page.getByRole('button', { name: 'Edit Temperature limits' }).click()
  await field(page, 'Refused below').fill('38')
  expectRefusals(page, 422)
  await dialog(page).getByRole('button', { name: 'Update Site' }).click()
  await expect(
    dialog(page).getByRole('link', { name: 'The low limit must be below the high limit' }),
  ).toBeVisible()
  await field(page, 'Refused below').fill('34,5')
  await dialog(page).getByRole('button', { name: 'Update Site' }).click()
  await expect(page.getByRole('main')).toContainText('34.5')

  await page.getByRole('button', { name: 'Edit Opening hours' }).click()
  const friday = dialog(page).getByRole('group', { name: 'Friday' })
  await friday.getByRole('checkbox').check()
  await friday.getByLabel('Opens').fill('20:00')
  await friday.getByLabel('Closes').fill('03:00')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Update Site' }).click()
  await expect(page.getByRole('main')).toContainText('20:00 – 03:00 the next day')

  await page.getByRole('button', { name: 'Edit Opening hours' }).click()
  await friday.getByLabel('Closes').fill('02:00')
  await askDatabase([
    [
      `update sites set opening_hours = '[{"day": 6, "opens": "09:00", "closes": "17:00"}]', last_modified = now()
        where name = 'Quay Hall' and client_id = (select client_id from users where email = $1)`,
      [admin.email],
    ],
  ])
  expectRefusals(page, 412)
  await dialog(page).getByRole('button', { name: 'Update Site' }).click()
  await expect(dialog(page)).toContainText('The other person’s value: Saturday 09:00–17:00')
  await expect(friday.getByLabel('Closes')).toHaveValue('02:00')
  await friday.getByLabel('Closes').fill('03:00')
  await dialog(page).getByRole('button', { name: 'Update Site' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('main')).not.toContainText('09:00')

  await part(page, 'Privacy and data').click()
  await expect(page).toHaveURL(/\/privacy$/)
  await page
    .getByText(/^Site updated/)
    .first()
    .click()
  await expect(page.getByRole('main')).toContainText('Opening hours')
  await expect(page.getByRole('main')).toContainText('– → Friday 20:00 03:00')
  await expectAccessible(page)

  await part(page, 'Visitors').click()
  for (const name of ['Crew', 'Guest']) {
    await page.getByRole('button', { name: 'Add a role' }).click()
    await field(page, 'Name').fill(name)
    await field(page, 'Español').fill(name === 'Crew' ? 'Equipo' : 'Invitado')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toBeHidden()
  }
  await expect(page.getByRole('listitem').filter({ hasText: 'Español' })).toHaveText([/Crew/, /Guest/])
  await page.getByRole('button', { name: 'Up Guest' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Español' })).toHaveText([/Guest/, /Crew/])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete Crew' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Equipo')).toBeHidden()

  await part(page, 'Muster points').click()
  await expect(page.getByText('There are no muster points')).toBeVisible()
  await page.getByRole('button', { name: 'Add a muster point' }).click()
  await field(page, 'Name').fill('Car park')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Car park', { exact: true }).first()).toBeVisible()
  const address = page.url()
  await page.goto(address)
  await expect(part(page, 'Muster points')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('Car park', { exact: true }).first()).toBeVisible()
  await part(page, 'Visitors').click()
  await expect(page.getByText('There are no questions')).toBeVisible()

  await part(page, 'Methods').click()
  await expect(page.getByText('This site has no sign-in method')).toBeVisible()
  await page.getByRole('link', { name: 'New sign-in method' }).click()
  await field(page, 'Name').fill('Side door')
  await dialog(page).getByRole('button', { name: 'Add sign-in method' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Side door' })).toContainText('Enabled')
  await expectAccessible(page)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(address)
  await expect(part(page, 'Muster points')).toBeInViewport({ ratio: 0.9 })
})

test('retention says what it would erase before it is saved', async ({ page, browser, baseURL }) => {
  await askDatabase([
    [
      `with visit as (select client_id, site_id, now() - interval '10 days' + make_interval(secs => number) as at
          from sign_in_methods, generate_series(1, 3) as number where id = $1)
        insert into visits (client_id, id, site_id, kind, person_key, first_name, last_name, signed_in_at, signed_out_at, ended_at, ended_as)
        select client_id, (lpad(to_hex((extract(epoch from date_trunc('milliseconds', at)) * 1000)::bigint), 12, '0')
            || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid,
          site_id, 'visitor', 'ana ' || at, 'Ana', 'Silva', date_trunc('milliseconds', at), at, at, 'checked_out' from visit`,
      [venue.id],
    ],
    [
      `insert into retention_runs (client_id, id, started_at, finished_at, contact_rows)
        select client_id, gen_random_uuid(), now() - interval '1 hour', now() - interval '1 hour', 41 from sign_in_methods where id = $1`,
      [venue.id],
    ],
  ])
  await openSites(page)
  await page.getByRole('link', { name: 'Quay Hall' }).click()
  await part(page, 'Privacy and data').click()
  await expect(page).toHaveURL(/\/privacy$/)
  await expect(page.getByRole('main')).toContainText('apply to')
  const days = page.getByRole('table', { name: 'Retention' })
  await expect(days.getByRole('row', { name: /Names and mobiles/ })).toContainText('28 days')
  await expect(page.getByText('Con sus datos')).toContainText('Se eliminan después de 28 días.')
  await expect(page.getByRole('table', { name: 'Last runs' })).toContainText('41')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Edit Privacy' }).click()
  await field(page, 'Names and mobiles').fill('0')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByRole('link', { name: /number/ })).toBeVisible()
  await field(page, 'Names and mobiles').fill('5')
  const counted = dialog(page).getByRole('row', { name: /Names and mobiles/ })
  await expect(counted).toContainText('5 days')
  await expect(counted.getByRole('cell').nth(1)).toHaveText('3')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(/Names and mobiles: \d+ records/)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(field(page, 'Names and mobiles')).toHaveValue('5')

  const other = await openElsewhere(browser, baseURL)
  await openSites(other)
  await other.getByRole('link', { name: 'Quay Hall' }).click()
  await part(other, 'Privacy and data').click()
  await other.getByRole('button', { name: 'Edit Privacy' }).click()
  await field(other, 'Names and mobiles').fill('60')
  await field(other, 'Photos').fill('')
  await dialog(other).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(other)).toBeHidden()
  await expect(other.getByRole('table', { name: 'Retention' })).toContainText('until it is deleted')
  await other.context().close()

  expectRefusals(page, 412)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Save and erase' }).click()
  await expect(dialog(page)).toContainText('The other person’s value: 60')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Save and erase' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(days.getByRole('row', { name: /Names and mobiles/ })).toContainText('5 days')
  await expect(days.getByRole('row', { name: /Photos/ })).toContainText('until it is deleted')
})

test('a site with people is not archived, and who they are is said', async ({ page, request }) => {
  const data = { firstName: 'Eva', lastName: 'Nováková', mobile: '0491 570 156', machineId: venue.id }
  const signedIn = await request.post('/api/checkin', { data })
  const { checkOutToken } = (await signedIn.json()) as { checkOutToken: string }
  await openSites(page)
  await expect(row(page, 'Quay Hall').getByRole('link', { name: '1' })).toBeVisible()
  await choose(page, 'Quay Hall', 'Archive')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Archive' }).click()
  await expect(question).toContainText('Eva Nováková')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('checkbox', { name: 'Select Quay Hall' }).check()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await question.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText(/Quay Hall \(Eva Nováková\)/)).toBeVisible()

  const time = new Date().toISOString()
  expect((await request.post('/api/checkin/checkout', { data: { checkOutToken, time } })).ok()).toBe(true)
  await choose(page, 'Quay Hall', 'Archive')
  await question.getByRole('button', { name: 'Archive' }).click()
  await expect(row(page, 'Quay Hall')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Archived' })
  await expect(page).toHaveURL(/status=archived/)
  await choose(page, 'Quay Hall', 'Restore')
  await expect(row(page, 'Quay Hall')).toHaveCount(0)
})
