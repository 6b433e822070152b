import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { GuestPage } from '../pages/guest-page.ts'
import { startSession } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'
import { askDatabase } from '../server-tools.ts'
import type { Login, Venue } from '../venues.ts'

let venue: Venue
let admin: Login
test.beforeEach(async ({ venues }) => {
  venue = await venues.open({
    ...plain,
    siteName: 'Quay Hall',
    questions: [
      {
        id: 'fever',
        questionText: 'Do you have a fever?',
        type: 'yes/no',
        answers: { yes: { text: 'Yes', action: 'fail' }, no: { text: 'No', action: 'pass' } },
      },
    ],
  })
  admin = await venues.appoint(venue)
})

const dialog = (page: Page) => page.getByRole('dialog')
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` })

async function open(page: Page): Promise<void> {
  await startSession(page, admin.email, admin.password)
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
  await guest.scan(venue.key)
  await guest.waitUntilHydrated()
  await guest.fillDetails({ firstName: 'Ana', lastName, mobile: '0491570156' })
  await guest.continueButton.click()
  await guest.page.getByText('No', { exact: true }).click()
  await guest.continueButton.click()
  await expect(guest.pass).toBeVisible()
  return guest
}

test(
  'staff check people out and take it back; the pass follows',
  { tag: '@gate' },
  async ({ page, browser, baseURL }) => {
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

    // The open pass polls when it becomes visible.
    const lookAgain = () => silva.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    const departed = silva.page.getByRole('heading', { name: 'Checked Out' })
    const other = await silva.page.context().newPage()
    await other.goto(silva.page.url())
    await menuOf(page, 'Ana Silva').click()
    await page.getByRole('menuitem', { name: 'Check out now' }).click()
    await expect(page.getByText('Ana Silva is checked out.')).toBeVisible()
    await lookAgain()
    await expect(departed).toBeVisible()
    await expect(other.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
    const undone = page.waitForResponse('**/api/presence/check-out/undo')
    await page.getByRole('button', { name: 'Undo' }).click()
    await undone
    await lookAgain()
    await expect(silva.pass).toBeVisible()
    await expect(new GuestPage(other).pass).toBeVisible()
    await other.close()
    await silva.page.reload()
    await expect(silva.pass).toBeVisible()

    await page.getByRole('checkbox', { name: 'Select this page' }).check()
    await page.getByRole('button', { name: 'Check out', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Check out', exact: true }).click()
    await expect(dialog(page).getByText('Please enter a reason')).toBeVisible()
    await expectAccessible(page)
    await keepPicture(page, 'check-out-many')
    await dialog(page).getByLabel('Reason').fill('Closing for today')
    await dialog(page).getByRole('button', { name: 'Check out', exact: true }).click()
    await expect(page.getByText('2 visits were checked out')).toBeVisible()
    await expect(page.getByText('No one is on site')).toBeVisible()

    await silva.checkOutButton.click()
    await silva.page.getByRole('button', { name: 'Check Out' }).last().click()
    await expect(silva.pass).toBeHidden()
    await silva.page.context().close()
    await souza.page.context().close()
  },
)

test('somebody without a phone is signed in by the same rules', { tag: '@gate' }, async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Sign a person in' }).click()
  await expectAccessible(page)
  await dialog(page).getByLabel('Site', { exact: true }).selectOption({ label: 'Quay Hall' })
  await expect(dialog(page).getByLabel('Sign-in method')).toContainText('Front door')
  await dialog(page).getByLabel('First name').fill('Ona')
  await dialog(page).getByLabel('Last name').fill('Byrne')
  await dialog(page).getByLabel('Mobile', { exact: true }).fill('0491 570 313')
  await keepPicture(page, 'sign-somebody-in')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await dialog(page).getByLabel('Dependants').selectOption('2')
  await dialog(page).getByText('Yes', { exact: true }).click()
  await expectAccessible(page)
  await keepPicture(page, 'sign-somebody-in-answers')
  await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('These answers block the sign-in.')).toBeVisible()
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

test('whom a rule has closed stands under a state of its own', async ({ page, browser, baseURL }) => {
  const byrne = await signInOnPhone(browser, baseURL, 'Byrne')
  await byrne.page.context().close()
  const ofClient = 'client_id = (select client_id from users where email = $1)'
  await askDatabase([
    [
      `update visits set ended_as = 'assumed_left', ended_at = now(), assumed_left_at = now() where ${ofClient}`,
      [admin.email],
    ],
    [`delete from presence where ${ofClient}`, [admin.email]],
  ])
  await open(page)
  await page.getByRole('link', { name: '1 probably left' }).click()
  await expect(page).toHaveURL(/state=assumed_left/)
  await expect(page.getByRole('row').filter({ hasText: 'Ana Byrne' })).toContainText('Probably left')
  await expectAccessible(page)
  await keepPicture(page, 'assumed-left')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await keepPicture(page, 'assumed-left-360')
  await menuOf(page, 'Ana Byrne').click()
  await page.getByRole('menuitem', { name: 'Enter when they left' }).click()
  await expect(dialog(page).getByLabel('Left')).toBeVisible()
})
