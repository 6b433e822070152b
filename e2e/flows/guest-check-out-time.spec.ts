import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { GuestPage, type Visitor } from '../pages/guest-page.ts'
import { plain } from '../pages/venue-plans.ts'

const person: Visitor = { firstName: 'Rosalind', lastName: 'Marchetti', mobile: '0491 570 157' }

const sydney = 'Australia/Sydney'
const lima = 'America/Lima'

/** Text spacing as in WCAG 1.4.12. */
const spacing = `* {
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
  line-height: 1.5 !important;
}`

async function goToCheckOut(page: Page, key: string): Promise<GuestPage> {
  const guest = new GuestPage(page)
  await guest.signIn(key, person)
  await guest.checkOutButton.click()
  await expect(guest.checkOutTime).toBeVisible()
  return guest
}

function enlargeText(page: Page, isSpaced: boolean): Promise<void> {
  return page.evaluate(
    ([style]) => {
      document.documentElement.style.setProperty('font-size', '200%')
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(style)
      document.adoptedStyleSheets.push(sheet)
    },
    [isSpaced ? spacing : ''] as const,
  )
}

/** The punctuation marks that a line break separates from the word before, with their texts. */
function marksAtLineStarts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (!text.parentElement?.checkVisibility()) continue
      const topOf = (at: number) => {
        const range = document.createRange()
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        return range.getBoundingClientRect().top
      }
      for (const { index } of text.data.matchAll(/(?<=\S)[,.:;]/g))
        if (topOf(index) > topOf(index - 1) + 1) found.push(text.data)
    }
    return found
  })
}

/** Changes the sign-in time in the phone's own record. The phone's clock was right. */
function storeSignInTime(page: Page, key: string, submissionTime: string): Promise<void> {
  return page.evaluate(
    ([method, time]) => {
      const name = 'gatehouse.check-ins'
      const records = JSON.parse(localStorage.getItem(name) ?? '{}') as Record<string, object>
      Object.assign(records[method] ?? {}, { submissionTime: time, clockOffset: 0 })
      localStorage.setItem(name, JSON.stringify(records))
    },
    [key, submissionTime] as const,
  )
}

/** Stops the server's clock. */
async function serveTime(page: Page, now: string): Promise<void> {
  await page.clock.setFixedTime(now)
  await page.route('**/api/checkin/time*', (route) => {
    const asked = new URL(route.request().url()).searchParams
    return route.fulfill({ json: { time: now, t: asked.get('t'), i: asked.get('i') } })
  })
}

/**
 * The page of a departure polls it. A server that took the first of these times answers like this.
 */
async function serveDeparture(page: Page, times: readonly string[]): Promise<void> {
  await page.route('**/api/checkin/stay', (route) =>
    route.fulfill({ json: { leftAt: times[0] ?? null, byOtherPhone: false } }),
  )
}

test('the time keeps its day period with text of 200 % and with text spacing', async ({ page, venues }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { key } = await venues.open(plain)
  const guest = await goToCheckOut(page, key)
  await enlargeText(page, true)
  const parts = [
    guest.checkOutTime.getByRole('spinbutton', { name: 'hour' }),
    guest.checkOutTime.getByRole('spinbutton', { name: 'minute' }),
    guest.checkOutTime.getByText('am', { exact: true }),
    guest.checkOutTime.getByText('pm', { exact: true }),
  ]
  for (const part of parts) {
    await expect(part).toBeVisible()
    const box = await part.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
    expect(await part.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

for (const locale of ['en-AU', 'en-US', 'es']) {
  test.describe(locale, () => {
    test.use({ locale })
    test('no comma stands alone at the start of a line, with text of 200 % and with text spacing', async ({
      page,
      venues,
    }) => {
      const zone = 'Australia/Lord_Howe'
      const { key } = await venues.open({ ...plain, timeZone: zone })
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(`/${key}`)
      await page.locator('#firstName').fill(person.firstName)
      await page.locator('#lastName').fill(person.lastName)
      await page.locator('#mobile').fill(person.mobile)
      await page.locator('button[type=submit]').click()
      await page.locator('article').waitFor()
      // Half past noon on a day with a long name: the widest time.
      await storeSignInTime(page, key, '2026-09-23T02:15:00.000Z')
      await page.goto(`/${key}/checkout`)
      await page.getByRole('group').first().waitFor()
      for (const isSpaced of [false, true]) {
        await enlargeText(page, isSpaced)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        expect(await marksAtLineStarts(page), 'marks at the start of a line').toEqual([])
      }
    })
  })
}

for (const wrong of [1, -1]) {
  test(`a phone whose clock is wrong by ${wrong} h checks out at the server’s time, also where that is not told anew`, async ({
    page,
    venues,
  }) => {
    expectRefusals(page, 0)
    const { key } = await venues.open(plain)
    await page.clock.install({ time: Date.now() + wrong * 3_600_000 })
    await page.route('**/api/checkin/time*', (route) => route.abort('connectionreset'))
    const guest = await goToCheckOut(page, key)
    await guest.checkOutButton.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Checked Out' })).toBeVisible()
    const time = (await page.locator('article time').getAttribute('datetime')) ?? ''
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000)
  })
}

test('a time is chosen with the keyboard alone', async ({ page, venues }) => {
  const { key } = await venues.open(plain)
  const guest = await goToCheckOut(page, key)
  await expectAccessible(page)
  const shown = await guest.readCheckOutTime()
  await guest.checkOutTime.getByRole('spinbutton', { name: 'hour' }).focus()
  await page.keyboard.press('Tab')
  await expect(guest.checkOutTime.getByRole('spinbutton', { name: 'minute' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await guest.readCheckOutTime()).not.toBe(shown)
  await expect(page.getByRole('status')).toHaveText(/^Earlier than the sign-in\. The check-out will be/)
  // Enter in the field corrects it to the allowed time and shows that before the response comes.
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/checkin/checkout', async (route) => {
    await released
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Earlier than the sign-in, so set to the sign-in.')
  const signedIn = /at (\d+:\d\d)/.exec((await page.getByText(/^Signed in at/).textContent()) ?? '')?.[1]
  const [hour, minute] = signedIn?.split(':') ?? []
  await expect(guest.checkOutTime.getByRole('spinbutton', { name: 'hour' })).toHaveValue(hour ?? '')
  await expect(guest.checkOutTime.getByRole('spinbutton', { name: 'minute' })).toHaveValue(minute ?? '')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Checked Out' })).toBeVisible()
})

test('what is typed stands until it is a time, and nothing else is sent', async ({ page, venues }) => {
  const { key } = await venues.open(plain)
  const guest = await goToCheckOut(page, key)
  const hour = guest.checkOutTime.getByRole('spinbutton', { name: 'hour' })
  const minute = guest.checkOutTime.getByRole('spinbutton', { name: 'minute' })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await hour.fill('99')
  await minute.fill('99')
  await guest.checkOutButton.click()
  await expect(hour).toBeFocused()
  await expect(hour).toHaveValue('99')
  await expect(minute).toHaveValue('99')
  await expect(page.getByText('Please enter 1 to 12 (hour).')).toBeVisible()
  await expect(page.getByText('Please enter 0 to 59 (minute).')).toBeVisible()
  await expectAccessible(page)
  await hour.fill('0')
  await hour.press('Enter')
  await expect(hour).toHaveValue('0')
  await expect(page.getByText('Please enter 1 to 12 (hour).')).toBeVisible()
  expect(sent.filter((url) => url.endsWith('/checkout'))).toEqual([])
  await page.getByRole('button', { name: 'Now' }).click()
  await expect(hour).not.toHaveAttribute('aria-invalid')
  await guest.checkOutButton.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checked Out' })).toBeVisible()
})

for (const part of ['hour', 'minute'] as const)
  test(`a whole time that is pasted into the ${part} is taken as one`, async ({ page, venues }) => {
    const now = '2026-11-20T05:30:00.000Z'
    await page.clock.install({ time: now })
    const { key } = await venues.open({ ...plain, timeZone: sydney })
    const guest = new GuestPage(page)
    await guest.signIn(key, person)
    await storeSignInTime(page, key, '2026-11-20T01:00:00.000Z')
    await serveTime(page, now)
    await page.goto(`/${key}/checkout`)
    const field = guest.checkOutTime.getByRole('spinbutton', { name: part })
    await field.focus()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    for (const [pasted, time] of [
      ['3:20', '15:20'],
      [' 02.05 ', '14:05'],
      ['13:45', '13:45'],
    ] as const) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
      await field.selectText()
      await page.keyboard.press('ControlOrMeta+V')
      await expect.poll(() => guest.readCheckOutTime()).toBe(time)
      await expect(page.getByRole('status')).toHaveText('')
    }
    // No response: the server's visit began later.
    await page.route('**/api/checkin/checkout', () => {})
    const sent = page.waitForRequest('**/api/checkin/checkout')
    await guest.checkOutButton.click()
    expect((await sent).postDataJSON()).toMatchObject({ time: '2026-11-20T02:45:00.000Z' })
  })

test('a time that is changed after a lost answer says with which one it was sent', async ({
  page,
  venues,
}) => {
  expectRefusals(page, 0)
  const now = '2026-11-20T05:30:00.000Z'
  await page.clock.install({ time: now })
  const { key } = await venues.open({ ...plain, timeZone: sydney })
  const guest = new GuestPage(page)
  await guest.signIn(key, person)
  await storeSignInTime(page, key, '2026-11-20T01:00:00.000Z')
  await serveTime(page, now)
  await page.goto(`/${key}/checkout`)
  const times: string[] = []
  let isHeard = false
  // The server takes the first time, but its responses are lost.
  await page.route('**/api/checkin/checkout', (route) => {
    times.push((route.request().postDataJSON() as { time: string }).time)
    return isHeard ? route.fulfill({ json: { time: times[0] } }) : route.abort('connectionreset')
  })
  await serveDeparture(page, times)
  await guest.typeCheckOutTime('15:20')
  await guest.checkOutButton.click()
  await expect(page.getByText(/will be sent when you are online again/)).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('')
  await guest.typeCheckOutTime('15:50')
  await expect(page.getByRole('status')).toHaveText('Sent with 3:20 pm AEDT. To correct it, ask at the desk.')
  await expectAccessible(page)
  await guest.typeCheckOutTime('15:20')
  await expect(page.getByRole('status')).toHaveText('')
  await guest.typeCheckOutTime('15:50')
  isHeard = true
  await guest.retryButton.click()
  // The confirmation shows the time that counts.
  await expect(page.getByRole('heading', { level: 1, name: 'Checked Out' })).toBeVisible()
  await expect(page.locator('article time')).toHaveAttribute('datetime', '2026-11-20T04:20:00.000Z')
})

/**
 * Visits over midnight, and over the nights on which Sydney's clocks go forward and back. Lima's
 * never do.
 */
const nights = [
  {
    zone: sydney,
    name: 'a time before midnight is that of the day before',
    signedIn: '2026-11-20T11:10:00.000Z',
    now: '2026-11-20T13:30:20.000Z',
    typed: '23:45',
    day: 'Friday 20 November, AEDT',
    note: '',
    sent: '2026-11-20T12:45:00.000Z',
  },
  {
    zone: sydney,
    name: 'minutes before midnight a time after it is later than now',
    signedIn: '2026-11-20T11:10:00.000Z',
    now: '2026-11-20T12:57:00.000Z',
    typed: '00:05',
    day: 'Friday 20 November, AEDT',
    note: 'Later than now, so set to now.',
    sent: '2026-11-20T12:57:00.000Z',
  },
  {
    zone: sydney,
    name: 'a time before the clocks went forward is that of the old time',
    signedIn: '2026-10-03T15:30:00.000Z',
    now: '2026-10-03T17:10:00.000Z',
    typed: '01:45',
    day: 'Sunday 4 October, AEST',
    note: '',
    sent: '2026-10-03T15:45:00.000Z',
  },
  {
    zone: sydney,
    name: 'a time that the clocks left out is replaced in words',
    signedIn: '2026-10-03T15:30:00.000Z',
    now: '2026-10-03T17:10:00.000Z',
    typed: '02:15',
    day: 'Sunday 4 October, AEDT',
    note: 'The clocks went forward then. Changed to the next valid time.',
    sent: '2026-10-03T16:15:00.000Z',
  },
  {
    zone: sydney,
    name: 'an hour that occurred twice is the later one',
    signedIn: '2026-04-04T14:30:00.000Z',
    now: '2026-04-04T17:20:00.000Z',
    typed: '02:40',
    day: 'Sunday 5 April, AEST',
    note: '',
    sent: '2026-04-04T16:40:00.000Z',
  },
  {
    zone: sydney,
    name: 'while the hour occurs again, a time of it is the first one until the second has come',
    signedIn: '2026-04-04T14:30:00.000Z',
    now: '2026-04-04T16:20:00.000Z',
    typed: '02:40',
    day: 'Sunday 5 April, AEDT',
    note: '',
    sent: '2026-04-04T15:40:00.000Z',
  },
  {
    zone: sydney,
    name: 'a time before the clocks went back is that of the old time',
    signedIn: '2026-04-04T14:30:00.000Z',
    now: '2026-04-04T17:20:00.000Z',
    typed: '01:45',
    day: 'Sunday 5 April, AEDT',
    note: '',
    sent: '2026-04-04T14:45:00.000Z',
  },
  {
    zone: sydney,
    name: 'signed in within the hour that comes twice, a time before it is the sign-in',
    signedIn: '2026-04-04T15:50:00.000Z',
    now: '2026-04-04T17:20:00.000Z',
    typed: '01:45',
    day: 'Sunday 5 April, AEDT',
    note: 'Earlier than the sign-in, so set to the sign-in.',
    sent: '2026-04-04T15:50:00.000Z',
  },
  {
    zone: lima,
    name: 'a place without summer time has each hour once, in October',
    signedIn: '2026-10-04T06:30:00.000Z',
    now: '2026-10-04T08:10:00.000Z',
    typed: '02:15',
    day: 'Sunday 4 October, GMT-5',
    note: '',
    sent: '2026-10-04T07:15:00.000Z',
  },
  {
    zone: lima,
    name: 'a place without summer time has each hour once, in April',
    signedIn: '2026-04-05T06:30:00.000Z',
    now: '2026-04-05T08:10:00.000Z',
    typed: '02:40',
    day: 'Sunday 5 April, GMT-5',
    note: '',
    sent: '2026-04-05T07:40:00.000Z',
  },
] as const

for (const [at, { zone, name, signedIn, now, typed, day, note, sent }] of nights.entries()) {
  test(`across the night: ${name}`, { tag: at === 0 ? '@gate' : [] }, async ({ page, venues }) => {
    await page.clock.install({ time: now })
    const { key } = await venues.open({ ...plain, timeZone: zone })
    const guest = new GuestPage(page)
    await guest.signIn(key, person)
    await storeSignInTime(page, key, signedIn)
    await serveTime(page, now)
    const times: string[] = []
    await page.route('**/api/checkin/checkout', (route) => {
      const { time } = route.request().postDataJSON() as { time: string }
      times.push(time)
      return route.fulfill({ json: { time } })
    })
    await serveDeparture(page, times)
    await page.goto(`/${key}/checkout`)
    await guest.typeCheckOutTime(typed)
    await page.getByRole('button', { name: 'Back' }).focus()
    await expect(guest.checkOutTime.getByText(day)).toBeVisible()
    await expect(page.getByRole('status')).toHaveText(note)
    await guest.checkOutButton.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Checked Out' })).toBeVisible()
    // To the minute: with a stopped clock, the page's timer goes on.
    await expect(page.locator('article time')).toHaveAttribute(
      'datetime',
      new RegExp(`^${sent.slice(0, 16)}`),
    )
  })
}

test.describe('in Spanish', () => {
  test.use({ locale: 'es' })

  test('the time has 24 hours and the right article', async ({ page, venues }) => {
    const { key } = await venues.open(plain)
    await page.goto(`/${key}`)
    await page.getByLabel('Nombre').fill(person.firstName)
    await page.getByLabel('Apellido').fill(person.lastName)
    await page.getByLabel('Celular').fill(person.mobile)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page).toHaveTitle('Registro completado – Saltpan Theatre')
    for (const [signedInAt, words] of [
      ['2026-11-20T14:37:00.000Z', 'Registro completado a la 1:37'],
      ['2026-11-20T15:37:00.000Z', 'Registro completado a las 2:37'],
    ] as const) {
      await storeSignInTime(page, key, signedInAt)
      await page.goto(`/${key}/checkout`)
      await expect(page.getByText(words)).toBeVisible()
    }
    await expect(page.getByRole('spinbutton', { name: 'hora' })).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expectAccessible(page)
  })
})
