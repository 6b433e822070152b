import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, ownServerTest as test } from '../fixtures.ts'
import { expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { GuestPage } from '../pages/guest-page.ts'
import { makeOrganisation, type Organisation } from '../pages/made-up-staff.ts'
import { startSession } from '../pages/staff-pages.ts'

test.use({ serverName: 'checked-in' })

/** Each test continues where the one before ended. */
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const password = 'Bellbird-harbour-52'
const key = 'KEEP'
let organisation: Organisation

test.beforeAll(async ({ server }) => {
  organisation = await makeOrganisation(server, { look: 'presence', language: 'en-au', password })
  const ofClient = "from clients where name = 'House of presence'"
  await server.ask(
    [`insert into sites (client_id, id, name) select id, gen_random_uuid(), 'Quay Hall' ${ofClient}`, []],
    [
      `insert into sign_in_methods (client_id, id, site_id, type, name)
        select client_id, gen_random_uuid(), id, 'qr', 'Front door' from sites where name = 'Quay Hall'`,
      [],
    ],
    [
      `insert into method_keys (key, client_id, method_id)
        select $1, client_id, id from sign_in_methods where name = 'Front door'`,
      [key],
    ],
    [`insert into questions (client_id, id) select id, gen_random_uuid() ${ofClient}`, []],
    [
      `insert into question_versions (client_id, question_id, version, type, text, answers)
        select client_id, id, 1, 'yes/no', 'Do you have a fever?',
          '{"yes": {"text": "Yes", "action": "fail"}, "no": {"text": "No", "action": "pass"}}' from questions`,
      [],
    ],
    [
      `insert into question_sites (client_id, question_id, site_id)
        select questions.client_id, questions.id, sites.id from questions join sites using (client_id)`,
      [],
    ],
  )
})

const dialog = (page: Page) => page.getByRole('dialog')
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` })

async function open(page: Page): Promise<void> {
  await startSession(page, organisation.admin.email, password)
  await page.goto('/checked_in_users')
  await expect(page.getByRole('heading', { level: 1, name: 'Checked In Users' })).toBeVisible()
}

async function signInOnPhone(
  browser: Browser,
  baseURL: string | undefined,
  lastName: string,
): Promise<GuestPage> {
  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), locale: 'en-AU' })
  const guest = new GuestPage(await context.newPage())
  await guest.scan(key)
  await guest.waitUntilHydrated()
  await guest.fillDetails({ firstName: 'Ana', lastName, mobile: '0491570156' })
  await guest.continueButton.click()
  await guest.page.getByText('No', { exact: true }).click()
  await guest.continueButton.click()
  await expect(guest.pass).toBeVisible()
  return guest
}

test('staff check people out and take it back; the pass follows', async ({ page, browser, baseURL }) => {
  const [silva, souza] = [
    await signInOnPhone(browser, baseURL, 'Silva'),
    await signInOnPhone(browser, baseURL, 'Souza'),
  ]
  await open(page)
  await expect(page.getByText('2 visits, 2 people')).toBeVisible()
  await menuOf(page, 'Ana Silva').click()
  await page.getByRole('menuitem', { name: 'Check out now' }).click()
  await expect(page.getByText('Ana Silva is checked out.')).toBeVisible()
  await expect(menuOf(page, 'Ana Silva')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Ana Silva is on site again.')).toBeVisible()
  await expect(menuOf(page, 'Ana Silva')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await page.getByRole('button', { name: 'Check out', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Check out', exact: true }).click()
  await expect(dialog(page).getByText('Please enter a reason')).toBeVisible()
  await expectAccessible(page)
  await keepPicture(page, 'check-out-many')
  await dialog(page).getByLabel('Reason').fill('Closing for today')
  await dialog(page).getByRole('button', { name: 'Check out', exact: true }).click()
  await expect(page.getByText('2 visits were checked out')).toBeVisible()
  await expect(page.getByText('Nobody is on site')).toBeVisible()

  await silva.checkOutButton.click()
  await silva.page.getByRole('button', { name: 'Check Out' }).last().click()
  await expect(silva.pass).toBeHidden()
  await silva.page.context().close()
  await souza.page.context().close()
})

test('somebody without a phone is signed in by the same rules', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Sign somebody in' }).click()
  await expectAccessible(page)
  await dialog(page).getByLabel('Site', { exact: true }).selectOption({ label: 'Quay Hall' })
  await expect(dialog(page).getByLabel('Sign-in method')).toContainText('Front door')
  await dialog(page).getByLabel('First name').fill('Ona')
  await dialog(page).getByLabel('Last name').fill('Byrne')
  await dialog(page).getByLabel('Mobile').fill('0491 570 313')
  await keepPicture(page, 'sign-somebody-in')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await dialog(page).getByLabel('Dependants').selectOption('2')
  await dialog(page).getByText('Yes', { exact: true }).click()
  await expectAccessible(page)
  await keepPicture(page, 'sign-somebody-in-answers')
  await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('With these answers nobody may sign in here.')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await dialog(page).getByText('No', { exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Ona Byrne is signed in.')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('1 visit, 3 people')).toBeVisible()
  await expect(page.getByText('1 refused today')).toBeVisible()
  await menuOf(page, 'Ona Byrne').click()
  await page.getByRole('menuitem', { name: 'Show in the log' }).click()
  await expect(dialog(page)).toContainText('Ona Byrne')
})

test('whom a rule has closed stands under a state of its own', async ({ page, server }) => {
  await server.ask([
    "update visits set ended_as = 'assumed_left', ended_at = now() where last_name = 'Byrne'",
    [],
  ])
  await server.ask(["delete from presence where last_name = 'Byrne'", []])
  await open(page)
  await page.getByRole('link', { name: '1 assumed left' }).click()
  await expect(page).toHaveURL(/state=assumed_left/)
  await expect(page.getByRole('row').filter({ hasText: 'Ona Byrne' })).toContainText('Assumed left')
  await expectAccessible(page)
  await keepPicture(page, 'assumed-left')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await keepPicture(page, 'assumed-left-360')
  await menuOf(page, 'Ona Byrne').click()
  await page.getByRole('menuitem', { name: 'Enter when they left' }).click()
  await expect(dialog(page).getByLabel('Left')).toBeVisible()
})
