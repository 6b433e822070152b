import { randomUUID } from 'node:crypto'
import { askDatabase } from '../server-tools.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { startSession } from '../pages/staff-pages.ts'

/** The sites of the Ridge are in Perth. The browser of these tests is in Los Angeles. */
test.use({ timezoneId: 'America/Los_Angeles' })

/**
 * An admin of the Ridge that no other journey changes: a new one each time, because a worker may
 * run this file twice.
 */
let reader: string
test.beforeAll(async () => {
  const id = randomUUID()
  reader = `${id}@ridge.example`
  await askDatabase([
    [
      `insert into users (client_id, id, email, email_key, first_name, last_name, language, status, admin, password_hash)
        select sites.client_id, $1, $2, $2, 'Robin', 'Reader', 'en-au', 'active', true, password_hash
        from sites, users where sites.name = 'Ridge Camp' and users.email_key = 'staff@harbour.example'`,
      [id, reader],
    ],
    [
      'insert into logins (email_key, client_id, user_id) select email_key, client_id, id from users where id = $1',
      [id],
    ],
  ])
})

const perthTime = /(^|\s)\d{1,2}:\d{2}\s(am|pm)\sAWST$/
const perthClock = /\d{1,2}:\d{2}:\d{2}\s(am|pm)\sAWST$/
/** A time of day without a zone after it. */
const bareTime = /\d{1,2}:\d{2}(:\d{2})?(\s[ap]m)?(?!\d|:|\s?[ap]m|\s(?:A[CEW][SD]T|P[SD]T|GMT|UTC))/

const inPerth = (time: string) =>
  new Intl.DateTimeFormat('en-AU', { timeStyle: 'short', timeZone: 'Australia/Perth' }).format(new Date(time))

test('the list of a site in Perth is told in Perth’s time', async ({ page }) => {
  await startSession(page, reader)
  await page.goto('/checked_in_users')
  const first = page.getByRole('row').nth(1).locator('time')
  await expect(first).toHaveText(perthTime)
  const stamp = (await first.getAttribute('datetime')) ?? ''
  await expect(first).toContainText(`${inPerth(stamp)} AWST`)
  await expect(page.getByText(/^Updated /)).toHaveText(perthClock)
  for (const text of await page.getByRole('row').locator('time').allTextContents())
    expect(text).toMatch(perthTime)
  await expectAccessible(page)
  await first.locator('..').focus()
  await expect(page.getByRole('tooltip')).toHaveText(/\d{4}.* \d{1,2}:\d{2}:\d{2}\s(am|pm)\sAWST$/)
})

test('so is its board, on both tabs, and Home', async ({ page }) => {
  await startSession(page, reader)
  await page.goto('/home')
  await expect(page.getByText(/^Since .*\sAWST$/)).toBeVisible()
  await page
    .getByRole('link', { name: /^Board/ })
    .first()
    .click()
  await expect(page.getByText(/^Signed in /).first()).toBeVisible()
  for (const text of await page.getByText(/^Signed in /).allTextContents()) expect(text).toMatch(perthTime)
  await expect(page.getByText(/^Updated /)).toHaveText(perthClock)
  await expectAccessible(page)
})

test('a board whose own clock is a day behind shows the server’s time, and the day of yesterday’s sign-ins', async ({
  page,
}) => {
  await startSession(page, 'board@harbour.example')
  await page.goto('/board')
  const signedIn = page.getByText(/^Signed in /)
  await expect(signedIn.first()).toBeVisible()
  const right = await signedIn.allTextContents()
  await page.addInitScript(() => {
    const DAY_MS = 86_400_000
    const now = Date.now.bind(Date)
    Date.now = () => now() - DAY_MS
  })
  await page.reload()
  await expect(signedIn.first()).toBeVisible()
  await expect.poll(() => signedIn.allTextContents(), { timeout: 20_000 }).toEqual(right)
  const shown = await page.getByText(/^Updated /).textContent()
  const minute = new Date().toLocaleTimeString('en-AU', { timeZone: 'Australia/Sydney', minute: '2-digit' })
  const before = new Date(Date.now() - 60_000).toLocaleTimeString('en-AU', {
    timeZone: 'Australia/Sydney',
    minute: '2-digit',
  })
  const shownMinute = /^Updated \d{1,2}:(\d{2}):/.exec(shown ?? '')?.[1]
  expect([minute, before].map((text) => text.padStart(2, '0'))).toContain(shownMinute)
})

test('who was last seen is told in the zone of the site', async ({ page }) => {
  await startSession(page, 'admin@harbour.example')
  await page.goto('/board')
  await page.getByRole('button', { name: 'Harbour Gallery' }).click()
  const answered = page.waitForResponse(/\/api\/board\/out\//)
  await page.getByRole('tab', { name: 'Checked Out' }).click()
  const people = (await (await answered).json()) as { logDate: string | null }[]
  const sydney = new Intl.DateTimeFormat('en-AU', { timeZone: 'Australia/Sydney', timeZoneName: 'short' })
  const abbreviationAt = (time: string) =>
    sydney.formatToParts(new Date(time)).find(({ type }) => type === 'timeZoneName')?.value
  const seen = page.getByText(/^Last seen \d{1,2}\s\w+\s\d{4},\s/u)
  await expect(seen.first()).toBeVisible()
  const texts = await seen.allTextContents()
  const expected = people.flatMap(({ logDate }) => (logDate === null ? [] : [abbreviationAt(logDate)]))
  const shown = texts.map((text) => text.split(/\s/u).at(-1))
  expect(shown).toHaveLength(expected.length)
  for (const abbreviation of ['AEDT', 'AEST']) {
    const isIt = (one: string | undefined) => one === abbreviation
    expect(shown.filter(isIt), abbreviation).toHaveLength(expected.filter(isIt).length)
  }
})

test('what belongs to no site is told in the reader’s own zone', async ({ page }) => {
  await startSession(page, reader)
  await page.goto('/home?modal=sessions')
  const used = page.getByRole('dialog').locator('time').first()
  await expect(used).toHaveAttribute('title', /, \d{1,2}:\d{2}\s(am|pm)\sP[SD]T$/)
})

test('no page shows a time without its zone', async ({ page }) => {
  await startSession(page, 'admin@harbour.example')
  for (const [path, newest] of [
    ['/home', /^Since /],
    ['/home?period=year', /^Since /],
    ['/checked_in_users', /^Updated /],
    ['/home?modal=sessions', /^Since /],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(newest)).toBeVisible()
    // A duration has no zone.
    const texts = await page
      .locator('body *:not(script):not(style)')
      .evaluateAll((elements) =>
        elements
          .flatMap((element) => [
            element.childElementCount === 0 ? element.textContent : '',
            element.getAttribute('title'),
          ])
          .filter((text) => text !== null && !/^\d+:\d{2}$/.test(text)),
      )
    expect(
      texts.filter((text) => bareTime.test(text ?? '')),
      path,
    ).toEqual([])
  }
})
