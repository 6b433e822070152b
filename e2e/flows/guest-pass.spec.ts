import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { GuestPage, type Visitor } from '../pages/guest-page.ts'
import { KioskPage } from '../pages/kiosk-page.ts'
import { measuring, plain } from '../pages/venue-plans.ts'

const person: Visitor = { firstName: 'Imogen', lastName: 'Achterberg', mobile: '0491 570 156' }

const checkedOut = (page: Page) => page.getByRole('heading', { level: 1, name: 'Checked Out' })

/** The clock of a pass, without its label. */
const clockOf = (page: Page) => page.locator('article p', { hasText: /^Now/ })

/** Changes a method's stored sign-in, like time or another version of the app. */
function changeStored(page: Page, key: string, change: { storedAt?: number; submissionTime?: string }) {
  return page.evaluate(
    ([method, changed]) => {
      const name = 'gatehouse.check-ins'
      const records = JSON.parse(localStorage.getItem(name) ?? '{}') as Record<string, object>
      localStorage.setItem(name, JSON.stringify({ ...records, [method]: { ...records[method], ...changed } }))
    },
    [key, change] as const,
  )
}

test(
  'a visit that is checked out in another window is checked out in all of them',
  { tag: '@gate' },
  async ({ page, context, venues }) => {
    const { key } = await venues.open(plain)
    const guest = new GuestPage(page)
    const other = new GuestPage(await context.newPage())
    await other.scan(key)
    await other.waitUntilHydrated()
    await guest.signIn(key, person)
    // The other window shows an untouched form, so it shows the pass.
    await expect(other.pass).toBeVisible()

    await other.checkOutButton.click()
    await other.checkOutButton.click()
    await expect(checkedOut(other.page)).toBeVisible()
    await expect(checkedOut(page)).toBeVisible()
    await expect(page).toHaveTitle('Checked Out – Saltpan Theatre')
    const time = await other.page.locator('article time').getAttribute('datetime')
    await expect(page.locator('article time')).toHaveAttribute('datetime', time ?? '')
    await expect(guest.checkOutButton).toHaveCount(0)
  },
)

test('two windows whose visitor presses in both at once have one sign-in and one pass', async ({
  page,
  context,
  venues,
}) => {
  const venue = await venues.open(plain)
  const guests = [new GuestPage(page), new GuestPage(await context.newPage())] as const
  for (const guest of guests) {
    await guest.scan(venue.key)
    await guest.waitUntilHydrated()
    await guest.fillDetails(person)
  }
  await Promise.all(guests.map((guest) => guest.continueButton.click()))
  for (const guest of guests) await expect(guest.pass).toBeVisible()
  expect((await venues.written(venue)).visits).toHaveLength(1)
  const times = () =>
    Promise.all(guests.map((guest) => guest.page.locator('article time').getAttribute('datetime')))
  await expect.poll(async () => new Set(await times()).size).toBe(1)
  const [first, second] = guests
  await first.checkOutButton.click()
  await first.checkOutButton.click()
  for (const { page: window } of [first, second]) {
    await expect(checkedOut(window)).toBeVisible()
    await expect(window.getByText('Signed in on another phone too')).toHaveCount(0)
  }
})

test('both phones tell that the other one signed in too, and take the check-out back', async ({
  page,
  browser,
  venues,
}) => {
  const venue = await venues.open(plain)
  const guest = new GuestPage(page)
  await page.clock.install()
  await guest.signIn(venue.key, person)
  const stranger = new GuestPage(await (await browser.newContext()).newPage())
  await stranger.signIn(venue.key, person)
  await stranger.checkOutButton.click()
  await stranger.checkOutButton.click()
  await expect(checkedOut(stranger.page)).toBeVisible()
  await expect(stranger.page.getByText('Signed in on another phone too')).toBeVisible()
  // The pass polls each minute.
  await page.clock.fastForward(61_000)
  await expect(checkedOut(page)).toBeVisible()
  await expect(page.getByText('Signed in on another phone too')).toBeVisible()
  await page.getByRole('button', { name: 'I am still here' }).click()
  await expect(guest.pass).toBeVisible()
  await guest.checkOutButton.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check Out' })).toBeVisible()
  await guest.checkOutButton.click()
  await expect(checkedOut(page)).toBeVisible()
  await expect(page.getByText('Signed in on another phone too')).toBeVisible()
  await stranger.page.context().close()
})

test('where the browser stores nothing the pass says that a reload loses it', async ({ page, venues }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
  const { key } = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.signIn(key, person)
  await expect(page.getByText('This browser can’t keep your pass')).toBeVisible()
  await expectAccessible(page)
})

test('a form that somebody fills in stays, and leads to the pass of the other window', async ({
  page,
  context,
  venues,
}) => {
  const { key } = await venues.open(plain)
  const guest = new GuestPage(page)
  const other = new GuestPage(await context.newPage())
  await other.scan(key)
  await other.waitUntilHydrated()
  await other.page.getByLabel('First name').fill('Bo')
  await guest.signIn(key, person)
  await expect(other.page.getByText('Imogen is signed in.')).toBeVisible()
  await expect(other.page.getByLabel('First name')).toHaveValue('Bo')
  await other.page.getByRole('button', { name: 'Back to the pass' }).click()
  await expect(other.pass).toBeVisible()
})

test('an answer that is late is of a visit that another window has checked out', async ({
  page,
  context,
  venues,
}) => {
  expectRefusals(page, 0)
  const { key } = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.scan(key)
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await page.route('**/api/checkin', (route) => route.abort('connectionreset'))
  await guest.continueButton.click()
  await expect(guest.waiting).toBeVisible()
  // The other window sends the same sign-in.
  const other = new GuestPage(await context.newPage())
  await other.scan(key)
  await expect(other.pass).toBeVisible()
  await other.checkOutButton.click()
  await other.checkOutButton.click()
  await expect(checkedOut(other.page)).toBeVisible()
  await page.unroute('**/api/checkin')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(checkedOut(page)).toBeVisible()
  await expect(guest.pass).toHaveCount(0)
  await page.goto(`/${key}`)
  await guest.waitUntilHydrated()
  await expect(guest.pass).toHaveCount(0)
})

test('a window that is checked out follows the next sign-in', async ({ page, context, venues }) => {
  const { key } = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.signIn(key, person)
  await guest.checkOutButton.click()
  await guest.checkOutButton.click()
  await expect(checkedOut(page)).toBeVisible()
  const other = new GuestPage(await context.newPage())
  await other.signIn(key, { ...person, firstName: 'Bo' })
  await expect(guest.pass).toBeVisible()
  await expect(page.getByText('Bo Achterberg')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Bo Achterberg')).toBeVisible()
})

test('the pass of a visit that was made under an earlier key stands behind the new one, on this phone only', async ({
  page,
  context,
  browser,
  venues,
}) => {
  expectRefusals(page, 404)
  const venue = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.signIn(venue.key, person)
  const { key } = await venues.renew(venue)
  const renewed = new GuestPage(await context.newPage())
  await renewed.scan(key)
  await expect(renewed.pass).toBeVisible()
  await expect(renewed.page.getByText('Imogen Achterberg')).toBeVisible()

  const stranger = await browser.newPage()
  await stranger.goto(`/${key}`)
  await expect(stranger.getByLabel('First name')).toHaveValue('')
  await expect(stranger.getByText('Imogen')).toHaveCount(0)
  await stranger.close()

  // The window of the earlier key still shows the pass, and follows.
  await renewed.checkOutButton.click()
  await renewed.checkOutButton.click()
  await expect(checkedOut(renewed.page)).toBeVisible()
  await expect(checkedOut(page)).toBeVisible()
  expect((await venues.written(venue)).visits).toEqual(['Imogen Achterberg'])
  await renewed.scan(key)
  await renewed.waitUntilHydrated()
  await expect(renewed.pass).toHaveCount(0)
  await guest.scan(venue.key)
  await expect(page.getByRole('heading', { name: 'Sign-in page is unavailable' })).toBeVisible()
  await expect(page.getByText('Imogen')).toHaveCount(0)
})

test('in landscape the pass has its time and its buttons in view, and the browser its colour', async ({
  page,
  venues,
}) => {
  await page.setViewportSize({ width: 740, height: 360 })
  const { key } = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.signIn(key, person)
  const shown = [page.locator('article time').first(), guest.checkOutButton]
  for (const part of shown) await expect(part).toBeInViewport({ ratio: 1 })
  const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', colour)
})

test('without its colours the pass keeps its outline and the sign that it is live', async ({
  page,
  venues,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const { key } = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.signIn(key, person)
  const borders = await page.locator('article').evaluate((pass) => {
    const framed = [pass, ...pass.querySelectorAll('*')]
    const width = (element: Element, part?: string) =>
      Number.parseFloat(getComputedStyle(element, part).borderTopWidth)
    return {
      outline: Math.max(...framed.map((element) => width(element))),
      sign: Math.max(...framed.map((element) => width(element, '::before')).filter(Number.isFinite)),
    }
  })
  expect(borders.outline).toBeGreaterThanOrEqual(2)
  expect(borders.sign).toBeGreaterThan(0)
})

test('Start Again leaves a way back to the pass', async ({ page, venues }) => {
  const { key } = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.signIn(key, person)
  await page.getByRole('button', { name: 'Sign in someone else' }).click()
  await expect(
    page.getByText('Imogen is signed in. A new sign-in replaces this pass on this phone.'),
  ).toBeVisible()
  // One bar has all the information.
  await expect(page.getByText('Welcome back')).toHaveCount(0)
  await expect(page.getByLabel('First name')).toHaveValue('Imogen')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Not you?' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('')
  await page.reload()
  await page.getByRole('button', { name: 'Back to the pass' }).click()
  await expect(guest.pass).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await expect(guest.pass).toBeVisible()
})

/** Sets the server's clock this much ahead. */
async function moveServerClock(page: Page, byMs: number): Promise<void> {
  await page.route('**/api/checkin/time*', (route) => {
    const asked = new URL(route.request().url()).searchParams
    const time = new Date(Date.now() + byMs).toISOString()
    return route.fulfill({ json: { time, t: asked.get('t'), i: asked.get('i') } })
  })
}

const HOUR_MS = 3_600_000
const storedSignIns = (page: Page) => page.evaluate(() => localStorage.getItem('gatehouse.check-ins'))

test.describe('after 13 hours', () => {
  test('an open pass ends, and the page says so until a day later', async ({ page, venues }) => {
    await page.clock.install()
    const { key } = await venues.open(plain)
    const guest = new GuestPage(page)
    await guest.signIn(key, person)
    // Both clocks go on: the server's actual time would mean that the phone's clock was set.
    await moveServerClock(page, 13 * HOUR_MS - 60_000)
    await page.clock.fastForward(13 * HOUR_MS - 60_000)
    await expect(guest.pass).toBeVisible()
    await moveServerClock(page, 13 * HOUR_MS + 5000)
    await expect(async () => {
      await page.clock.fastForward(61_000)
      await expect(page.getByText('Your pass has ended')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(guest.pass).toHaveCount(0)
    await expect(page.getByText('Imogen')).toHaveCount(0)
    await expect(page).toHaveTitle('Guest Sign In – Saltpan Theatre')
    await expectAccessible(page)
    expect(await storedSignIns(page)).toBeNull()
    for (const path of [`/${key}`, `/${key}/complete`]) {
      await page.goto(path)
      await expect(page.getByText('Your pass has ended')).toBeVisible()
      await expect(page.getByLabel('First name')).toHaveValue('')
    }
    await page.clock.fastForward(25 * HOUR_MS)
    await page.reload()
    await guest.waitUntilHydrated()
    await expect(page.getByText('Your pass has ended')).toHaveCount(0)
  })

  test('so it does on a page that is opened again, days later too', async ({ page, venues }) => {
    const { key } = await venues.open(plain)
    const guest = new GuestPage(page)
    await guest.signIn(key, person)
    const days = 5 * 24 * HOUR_MS
    await changeStored(page, key, {
      storedAt: Date.now() - days,
      submissionTime: new Date(Date.now() - days).toISOString(),
    })
    for (let times = 0; times < 2; times += 1) {
      await page.reload()
      await expect(page.getByText('Your pass has ended')).toBeVisible()
      await expect(page.getByLabel('First name')).toHaveValue('')
      expect(await storedSignIns(page)).toBeNull()
    }
    await guest.fillDetails(person)
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
    await guest.checkOutButton.click()
    await guest.checkOutButton.click()
    await page.getByRole('button', { name: 'Sign in someone else' }).click()
    await page.reload()
    await guest.waitUntilHydrated()
    await expect(page.getByText('Your pass has ended')).toHaveCount(0)
  })

  test('a phone whose clock was set ends no pass and deletes none', async ({ page, venues }) => {
    const { key } = await venues.open(plain)
    const guest = new GuestPage(page)
    await guest.signIn(key, person)
    for (const set of [20 * HOUR_MS, -20 * HOUR_MS]) {
      await changeStored(page, key, { storedAt: Date.now() - set })
      await page.reload()
      await expect(guest.pass).toBeVisible()
      await expect(page.getByText('Your pass has ended')).toHaveCount(0)
    }
  })

  test('while the server cannot be asked nothing ends and nothing is deleted', async ({ page, venues }) => {
    expectRefusals(page, 0)
    await page.clock.install()
    const { key } = await venues.open(plain)
    const guest = new GuestPage(page)
    await guest.signIn(key, person)
    await page.route('**/api/checkin/time*', (route) => route.abort('connectionreset'))
    const asked = page.waitForRequest('**/api/checkin/time*')
    await page.clock.fastForward(14 * HOUR_MS)
    await asked
    await expect(guest.pass).toBeVisible()
    expect(await storedSignIns(page)).toContain('Imogen')
    await expectAccessible(page)
    await page.unroute('**/api/checkin/time*')
    await moveServerClock(page, 14 * HOUR_MS)
    await expect(async () => {
      await page.clock.fastForward(61_000)
      await expect(page.getByText('Your pass has ended')).toBeVisible({ timeout: 1000 })
    }).toPass()
  })
})

test('a sign-in that waits in one window is not lost to that of another', async ({
  page,
  context,
  venues,
}) => {
  expectRefusals(page, 0)
  const venue = await venues.open(plain)
  const guest = new GuestPage(page)
  const other = new GuestPage(await context.newPage())
  await other.scan(venue.key)
  await other.waitUntilHydrated()
  await other.fillDetails({ ...person, firstName: 'Bo' })
  await page.route('**/api/checkin', (route) => route.abort('connectionreset'))
  await guest.scan(venue.key)
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await guest.continueButton.click()
  await expect(guest.waiting).toBeVisible()
  await other.continueButton.click()
  await expect(other.pass).toBeVisible()
  await page.close()
  // A reopened page shows that it is pending, and sends it.
  const again = new GuestPage(await context.newPage())
  await again.scan(venue.key)
  await expect(again.page.getByText('Imogen Achterberg')).toBeVisible()
  await expect(again.pass).toBeVisible()
  expect((await venues.written(venue)).visits.toSorted()).toEqual(['Bo Achterberg', 'Imogen Achterberg'])
})

test('whoever was refused is not greeted, is offered no pass, and is told of none that is valid or has ended', async ({
  page,
  context,
  venues,
}) => {
  const venue = await venues.open(plain)
  await venues.ban(venue, person)
  const guest = new GuestPage(page)
  await guest.scan(venue.key)
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await guest.continueButton.click()
  const refused = page.getByRole('heading', { level: 1, name: 'Do not proceed' })
  await expect(refused).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('No network')).toBeVisible()
  await expect(page.getByText('Your pass stays valid')).toHaveCount(0)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sign in someone else' }).click()
  for (let times = 0; times < 2; times += 1) {
    await expect(page.getByLabel('First name')).toHaveValue('')
    await expect(page.getByText('Welcome back')).toHaveCount(0)
    await expect(page.getByText('is signed in')).toHaveCount(0)
    await page.reload()
    await guest.waitUntilHydrated()
  }
  const after = 14 * HOUR_MS
  await changeStored(page, venue.key, {
    storedAt: Date.now() - after,
    submissionTime: new Date(Date.now() - after).toISOString(),
  })
  const asked = page.waitForResponse('**/api/checkin/time*')
  await page.reload()
  await asked
  await expect.poll(() => storedSignIns(page)).toBeNull()
  await expect(page.getByText('Your pass has ended')).toHaveCount(0)
})

test.describe('a picture of a pass is told from the pass', () => {
  const endlessAnimations = (page: Page) =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ playState, effect }) => {
          return playState === 'running' && effect?.getComputedTiming().iterations === Infinity
        }).length,
    )

  test('its clock ticks and its drawing moves', async ({ page, venues }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const { key } = await venues.open(plain)
    await new GuestPage(page).signIn(key, person)
    await expect(clockOf(page)).toHaveText(/\d:\d\d:\d\d\s[ap]m$/)
    const before = await clockOf(page).textContent()
    await expect(clockOf(page)).not.toHaveText(before ?? '')
    expect(await endlessAnimations(page)).toBe(2)
    await expectAccessible(page)
  })

  test('without motion the clock ticks, and the sign stands still', async ({ page, venues }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { key } = await venues.open(plain)
    await new GuestPage(page).signIn(key, person)
    const before = await clockOf(page).textContent()
    await expect(clockOf(page)).not.toHaveText(before ?? '')
    expect(await endlessAnimations(page)).toBe(0)
    const sign = await clockOf(page)
      .locator('span')
      .first()
      .evaluate((label) => {
        const { width, backgroundColor, opacity } = getComputedStyle(label, '::before')
        return { isDrawn: Number.parseFloat(width) > 8 && opacity === '1', backgroundColor }
      })
    expect(sign).toEqual({ isDrawn: true, backgroundColor: 'rgb(255, 255, 255)' })
  })

  test('on a phone whose clock is wrong it shows the time of the server', async ({ page, venues }) => {
    await page.addInitScript(() => {
      const hourMs = 3_600_000
      const now = Date.now.bind(Date)
      Date.now = () => now() + hourMs
    })
    const { key } = await venues.open(plain)
    await new GuestPage(page).signIn(key, person)
    const sydney = new Intl.DateTimeFormat('en-AU', {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'Australia/Sydney',
    })
    const minute = (at: number) => sydney.format(at).replace(/\s?[ap]m$/, '')
    const expected = [minute(Date.now() - 60_000), minute(Date.now())]
    const shown = /(\d+:\d\d):\d\d/.exec((await clockOf(page).textContent()) ?? '')?.[1]
    expect(expected).toContain(shown)
  })
})

test('a clock that is set while the server is asked for its time puts no wrong time on the pass', async ({
  page,
  venues,
}) => {
  const { key } = await venues.open(plain)
  await new GuestPage(page).signIn(key, person)
  await changeStored(page, key, { storedAt: Date.now() - 20 * HOUR_MS })
  await page.route('**/api/checkin/time*', async (route) => {
    const response = await route.fetch()
    await page.clock.setSystemTime(Date.now() + 2 * HOUR_MS)
    await route.fulfill({ response })
  })
  await page.reload()
  const sydney = new Intl.DateTimeFormat('en-AU', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'Australia/Sydney',
  })
  const minutes = [-1, 0, 1].map((minute) =>
    sydney.format(Date.now() + minute * 60_000).replace(/\s?[ap]m$/, ''),
  )
  await expect(clockOf(page)).toHaveText(new RegExp(`(?:${minutes.join('|')}):\\d\\d`))
})

test('the title of the window says what the pass says', async ({ page, venues }) => {
  const venue = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.signIn(venue.key, person)
  await expect(page).toHaveTitle('Signed In – Saltpan Theatre')
  const banned = await venues.open(plain)
  await venues.ban(banned, person)
  await guest.scan(banned.key)
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await guest.continueButton.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Do not proceed' })).toBeVisible()
  await expect(page).toHaveTitle('Do not proceed – Saltpan Theatre')
})

test.describe('without a network', () => {
  test('the pass says so, and the browser asks before it is loaded again', async ({
    page,
    context,
    venues,
  }) => {
    const { key } = await venues.open(plain)
    const guest = new GuestPage(page)
    await guest.signIn(key, person)
    await context.setOffline(true)
    await expect(page.getByText('No network')).toBeVisible()
    await expectAccessible(page)
    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => location.reload()))
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await expect(guest.pass).toBeVisible()
    const before = await clockOf(page).textContent()
    await expect(clockOf(page)).not.toHaveText(before ?? '')
    await context.setOffline(false)
    await expect(page.getByText('No network')).toHaveCount(0)
    await page.reload()
    await expect(guest.pass).toBeVisible()
  })

  test('going back to the pass works, and so does a reload once the network is there', async ({
    page,
    context,
    venues,
  }) => {
    expectRefusals(page, 0)
    const { key } = await venues.open(plain)
    const guest = new GuestPage(page)
    // The page of the pass is fetched once, for the browser's cache.
    const cached = page.waitForResponse(`**/${key}/complete`)
    await guest.signIn(key, person)
    await (await cached).finished()
    await page.goto('about:blank')
    await context.setOffline(true)
    await page.goBack()
    await expect(guest.pass).toBeVisible()
    const lost = await page.goto(`/${key}`).then(
      () => 'opened',
      () => 'lost',
    )
    expect(lost).toBe('lost')
    await context.setOffline(false)
    await guest.scan(key)
    await expect(guest.pass).toBeVisible()
  })
})

test.describe('looks', () => {
  const frame = (page: Page) => page.locator('article > div').first()
  const colours = (page: Page) =>
    frame(page).evaluate((node) => {
      const { backgroundColor } = getComputedStyle(node.querySelector('div') ?? node)
      return { field: backgroundColor, text: getComputedStyle(node).color }
    })

  test('a low temperature is a stop as a high one is', async ({ page, venues }) => {
    const shown: Awaited<ReturnType<typeof colours>>[] = []
    for (const celsius of [34.1, 39.2]) {
      const venue = await venues.open(measuring)
      const guest = new GuestPage(page)
      await guest.goToCode(venue.key, person)
      await guest.codeField.fill(await venues.measure(venue, celsius))
      await expect(page.getByRole('heading', { level: 1, name: 'Do not proceed' })).toBeVisible()
      shown.push(await colours(page))
    }
    expect(shown[0]).toEqual(shown[1])
  })

  test('a visit that is over has one colour, by day and by night', async ({ page, venues }) => {
    const { key } = await venues.open(plain)
    const guest = new GuestPage(page)
    await guest.signIn(key, person)
    await guest.checkOutButton.click()
    await guest.checkOutButton.click()
    await expect(checkedOut(page)).toBeVisible()
    const byDay = await colours(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await colours(page)).toEqual(byDay)
    await expectAccessible(page)
  })

  test('everything on a pass has one left edge, and the venue can be read at a metre', async ({
    page,
    venues,
  }) => {
    const { key } = await venues.open(plain)
    await new GuestPage(page).signIn(key, person)
    const texts = [
      page.getByRole('heading', { name: 'Signed In' }),
      page.getByText('Imogen Achterberg'),
      page.locator('article p', { hasText: 'Saltpan Theatre' }),
      page.getByText('Signed in at'),
      page.locator('article time'),
    ]
    const edges = await Promise.all(texts.map(async (text) => Math.round((await text.boundingBox())?.x ?? 0)))
    expect(new Set(edges).size, edges.join(', ')).toBe(1)
    const size = await texts[2]?.evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize))
    expect(size).toBeGreaterThanOrEqual(24)
  })

  test('on the first screen the heading belongs to its fields, and the room is at the end', async ({
    page,
    venues,
  }) => {
    await page.setViewportSize({ width: 412, height: 1400 })
    const { key } = await venues.open(plain)
    const guest = new GuestPage(page)
    await guest.scan(key)
    await guest.waitUntilHydrated()
    const box = async (locator: Locator) => {
      const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {}
      return { top: y, bottom: y + height }
    }
    const venue = await box(page.getByRole('heading', { level: 1 }))
    const heading = await box(page.getByRole('heading', { level: 2 }))
    const field = await box(page.getByText('First name'))
    const last = await box(page.getByLabel('Dependants'))
    const button = await box(guest.continueButton)
    expect(field.top - heading.bottom).toBeLessThan(heading.top - venue.bottom)
    expect(button.top - last.bottom).toBeLessThanOrEqual(24)
  })
})

test.describe('names stand whole', () => {
  const names = [
    {
      firstName: 'Wolfeschlegelsteinhausenbergerdorffwelch',
      lastName: 'Donaudampfschifffahrtselektrizitätenhau',
    },
    { firstName: 'عبدالرحمنالعبدالعزيزالسعيدالمحمدي', lastName: 'الحسينيالهاشميالقرشي' },
    { firstName: 'ศรีสุวรรณวัฒนาพงศ์ไพบูลย์', lastName: 'เฉลิมพระเกียรติกาญจนาภิเษก' },
    { firstName: 'শ্রীকৃষ্ণচৈতন্যমহাপ্রভু', lastName: 'চট্টোপাধ্যায়বন্দ্যোপাধ্যায়' },
  ]
  const siteName = 'Rinderkennzeichnungsfleischetikettierungsamt Nord'

  /** Every line of the text is inside the window and inside the card, which clips its content. */
  async function expectWhole(text: Locator, card: Locator): Promise<void> {
    await expect(text).toBeVisible()
    const edge = await card.boundingBox()
    const lines = await text.evaluate((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return Array.from(range.getClientRects(), ({ left, right, top, bottom }) => ({
        left,
        right,
        top,
        bottom,
      }))
    })
    const { x = 0, y = 0, width = 0, height = 0 } = edge ?? {}
    for (const { left, right, top, bottom } of lines) {
      expect(left).toBeGreaterThanOrEqual(x)
      expect(right).toBeLessThanOrEqual(x + width)
      expect(top).toBeGreaterThanOrEqual(y)
      expect(bottom).toBeLessThanOrEqual(y + height)
    }
    expect(await text.page().evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  const card = (page: Page) => page.locator('article > div').first()

  for (const { firstName, lastName } of names) {
    test(`on the pass of a small phone with text of 200 %: ${firstName}`, async ({ page, venues }) => {
      await page.setViewportSize({ width: 320, height: 640 })
      const { key } = await venues.open({ ...plain, siteName })
      await new GuestPage(page).signIn(key, { ...person, firstName, lastName })
      for (const size of ['100%', '200%']) {
        await page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size)
        await expectWhole(page.getByText(`${firstName} ${lastName}`), card(page))
        await expectWhole(page.locator('article p', { hasText: siteName }), card(page))
        await expectWhole(page.locator('article time'), card(page))
      }
    })
  }

  for (const [width, height] of [
    [320, 640],
    [768, 1024],
    [1024, 768],
  ] as const) {
    test(`on every screen of a kiosk at ${width} × ${height} with text of 200 %`, async ({
      page,
      venues,
    }) => {
      await page.setViewportSize({ width, height })
      const [{ firstName, lastName } = person] = names
      const { key } = await venues.open({ ...plain, siteName, kiosk: true })
      const guest = new KioskPage(page)
      const enlarge = () =>
        page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await guest.start(key)
      await enlarge()
      await expectWhole(page.getByRole('heading', { name: siteName }), page.getByRole('main'))
      for (const way of [guest.signInWay, guest.signOutWay]) await expectWhole(way, way)
      await guest.arrive({ ...person, firstName, lastName })
      await expect(guest.pass).toBeVisible()
      await expectWhole(page.getByText(`${firstName} ${lastName}`), card(page))
      await guest.doneButton.click()
      await guest.findOwn({ ...person, firstName, lastName }, '156')
      const found = page.getByRole('button', { name: new RegExp(`^${firstName} `) })
      await expectWhole(found, found)
      // A name breaks into lines, not into letters.
      const lines = await found.getByText(firstName).evaluate((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size
      })
      expect(lines).toBeLessThanOrEqual(6)
      await found.click()
      await expect(checkedOut(page)).toBeVisible()
      await expectWhole(page.getByText(`${firstName} D.`), card(page))
    })
  }

  test('on a kiosk', async ({ page, venues }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    for (const { firstName, lastName } of names) {
      const { key } = await venues.open({ ...plain, siteName, kiosk: true })
      await new KioskPage(page).signIn(key, { ...person, firstName, lastName })
      await expectWhole(page.getByText(`${firstName} ${lastName}`), card(page))
      await expectWhole(page.locator('article p', { hasText: siteName }), card(page))
    }
  })
})
