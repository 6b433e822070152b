import type { Page } from '@playwright/test'
import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { expectFocusKept, watchFocus } from '../pages/focus.ts'
import { GuestPage, type Visitor } from '../pages/guest-page.ts'
import { everything, measuring, plain } from '../pages/venue-plans.ts'
import type { Venue } from '../venues.ts'
import { countOnSite } from '../pages/staff-pages.ts'

/** What an unconfirmed check-out shows. */
const notSent = /will be sent when you are online again/

const visitor = (lastName: string): Visitor => ({
  firstName: 'Tomas',
  lastName: `${lastName} ${Date.now().toString(36)}`,
  mobile: '0491 570 158',
})

/** Collects the sign-ins that a page sends, with their idempotency keys. */
function noteSignIns(page: Page): { key: string | undefined; body: CheckInSubmission }[] {
  const sent: ReturnType<typeof noteSignIns> = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/checkin'))
      sent.push({ key: request.headers()['idempotency-key'], body: request.postDataJSON() as never })
  })
  return sent
}

test.describe('a temperature', () => {
  for (const { celsius, title, words, isAdmitted } of [
    { celsius: 36.6, title: 'Signed In', words: '36.6°C', isAdmitted: true },
    {
      celsius: 34.1,
      title: 'Do not proceed',
      words: 'Your temperature is lower than expected',
      isAdmitted: false,
    },
    { celsius: 39.2, title: 'Do not proceed', words: 'Your temperature is higher', isAdmitted: false },
  ]) {
    test(`of ${celsius} °C: ${title}`, { tag: '@gate' }, async ({ page, request, venues }) => {
      const guest = new GuestPage(page)
      const person = visitor('Warm')
      const venue = await venues.open(measuring)
      const code = await venues.measure(venue, celsius)
      await guest.goToCode(venue.key, person)
      // A code is pasted with a space.
      await guest.codeField.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByText(words)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Check Out' })).toHaveCount(isAdmitted ? 1 : 0)
      await expect(page.getByRole('contentinfo')).toHaveCount(isAdmitted ? 0 : 1)
      const admin = await venues.appoint(venue)
      expect(await countOnSite(request, person.lastName, admin)).toBe(isAdmitted ? 1 : 0)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await page.goto(`/${venue.key}/checkout`)
      await expect(page).toHaveURL(isAdmitted ? /\/checkout$/ : /\/complete$/)
    })
  }

  test(
    'a wrong code is cleared and said aloud; after too many of them staff help, and Retry elsewhere signs in',
    { tag: '@gate' },
    async ({ page, venues }) => {
      expectRefusals(page, 429)
      await page.clock.install()
      const venue = await venues.open(measuring)
      const live: string[] = []
      for (let count = 0; count < 50; count += 1) live.push(await venues.measure(venue, 36.6))
      const [code = ''] = live
      const wrong = Array.from({ length: 51 }, (_, number) => String(number).padStart(6, '0')).find(
        (unused) => !live.includes(unused),
      )
      const guest = new GuestPage(page)
      await guest.goToCode(venue.key, visitor('Wrong'))
      await guest.codeField.fill(wrong ?? '')
      await expect(guest.codeField).toHaveValue('')
      await expect(page.getByText('Please try again.')).toBeVisible()
      await expect(guest.codeField).toBeFocused()
      await expect(guest.codeField).toHaveAttribute('aria-invalid', 'true')
      // Others behind the same address use up its budget of 1500 millionths: 50 per wrong code.
      const guesser = { firstName: 'Guess', lastName: 'Work', mobile: '0491570157', machineId: venue.id }
      for (let count = 0; count < 29; count += 1) {
        const data = { ...guesser, verificationCode: wrong }
        expect((await page.request.post('/api/checkin', { data })).status()).toBe(200)
      }
      const sent = noteSignIns(page)
      await guest.codeField.fill(code)
      await expect(page.getByText('Please see staff.')).toBeVisible()
      await expect(page.getByText(/You can try again in 0:\d\d/)).toBeVisible()
      await expect(guest.codeField).toHaveValue(code)
      await expectAccessible(page)
      await page.clock.runFor(60_000)
      await expect(page.getByText('You can try again now.')).toBeVisible()
      expect(sent).toHaveLength(1)
      // The phone leaves the venue's network.
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' })
      await guest.retryButton.click()
      await expect(guest.pass).toBeVisible()
      expect(sent).toHaveLength(2)
      const [first, second] = sent.map(({ key, body: { draft, ...body } }) => ({
        draft,
        signIn: { key, body },
      }))
      expect(second?.signIn).toEqual(first?.signIn)
      expect(second?.draft).not.toBe(first?.draft)
    },
  )

  test('a code is good once, and only at its own site', { tag: '@gate' }, async ({ page, venues }) => {
    const venue = await venues.open(measuring)
    const elsewhere = await venues.open(measuring)
    const guest = new GuestPage(page)
    const code = await venues.measure(venue, 36.6)
    await guest.goToCode(elsewhere.key, visitor('Elsewhere'))
    await guest.codeField.fill(code)
    await expect(page.getByText('Please try again.')).toBeVisible()
    await guest.goToCode(venue.key, visitor('First'))
    await guest.codeField.fill(code)
    await expect(guest.pass).toBeVisible()
    await page.getByRole('button', { name: 'Sign in someone else' }).click()
    await guest.fillDetails(visitor('Second'))
    await guest.continueButton.click()
    await guest.codeField.fill(code)
    await expect(page.getByText('Please try again.')).toBeVisible()
  })
})

test.describe('outcomes', () => {
  test('a ban overrides the rest', { tag: '@gate' }, async ({ page, venues }) => {
    const venue = await venues.open(measuring)
    const person = visitor('Banned')
    await venues.ban(venue, person)
    const guest = new GuestPage(page)
    await guest.goToCode(venue.key, person)
    await guest.codeField.fill(await venues.measure(venue, 39.2))
    await expect(page.getByRole('heading', { level: 1, name: 'Do not proceed' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'You have an active ban' })).toBeVisible()
    await expect(page.getByText('Temperature Alert')).toHaveCount(0)
    await expect(guest.checkOutButton).toHaveCount(0)
    await page.goto(`/${venue.key}/checkout`)
    await expect(page).toHaveURL(/\/complete$/)
  })

  test('the success message keeps its paragraphs, and nothing of it is markup', async ({ page, venues }) => {
    const successMessage = 'Welcome, <b>all</b>.\n\n\nWear your badge.\nAlways.'
    const { key } = await venues.open({ ...plain, successMessage })
    const guest = new GuestPage(page)
    await guest.signIn(key, visitor('Message'))
    await expect(page.getByText('Welcome, <b>all</b>.')).toBeVisible()
    await expect(page.locator('article p', { hasText: 'Wear your badge.' })).toHaveText(
      'Wear your badge.\nAlways.',
    )
  })
})

test.describe('roles and questions', () => {
  const asking = { ...everything, useTemperature: false }

  test(
    'a failing answer refuses, stays in the log, and is taken back by one press; every question is asked for',
    { tag: '@gate' },
    async ({ page, venues }) => {
      const venue = await venues.open(asking)
      const guest = new GuestPage(page)
      await guest.scan(venue.key)
      await guest.fillDetails(visitor('Requested'))
      await guest.continueButton.click()
      await expect(page).toHaveURL(/\/questions$/)
      await guest.continueButton.click()
      await expect(page.getByRole('alert')).toContainText('What do you bring?')
      await guest.answerEverything({ isWell: false })
      await guest.continueButton.click()
      await expect(page.getByRole('heading', { name: 'Do not proceed' })).toBeVisible()
      await expect(page).toHaveURL(/\/refused$/)
      expect(await venues.written(venue)).toEqual({
        visits: [],
        refusals: [expect.stringContaining('Requested')],
      })
      await expectAccessible(page)
      await page.reload()
      await expect(page.getByText('You can’t sign in with this answer')).toBeVisible()
      await page.getByRole('button', { name: 'I answered by mistake' }).click()
      await expect(page).toHaveURL(/\/questions$/)
      await expect(page.getByRole('main')).toBeFocused()
      await guest.answerEverything({ isWell: true })
      await guest.continueButton.click()
      await expect(guest.pass).toBeVisible()
    },
  )

  test('one role applies by itself', async ({ page, venues }) => {
    const venue = await venues.open({
      ...plain,
      roles: ['Crew'],
      questions: [
        { id: '', questionText: 'Which tools?', type: 'free text', roles: ['Crew'] },
        { id: '', questionText: 'Which way in?', type: 'free text' },
      ],
    })
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await guest.fillDetails(visitor('Single'))
    await guest.continueButton.click()
    await page.getByLabel('Which tools?').fill('Hammers')
    await page.getByLabel('Which way in?').fill('The front')
    await expect(page.getByText('What is your role?')).toHaveCount(0)
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
  })

  test('questions that changed in between are fetched anew; answers that still count stay', async ({
    page,
    venues,
  }) => {
    expectRefusals(page, 422)
    const venue = await venues.open(asking)
    const sent = noteSignIns(page)
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await guest.fillDetails(visitor('Changed'))
    await guest.continueButton.click()
    await guest.answerEverything({ isWell: true })
    await venues.ask(venue, { questionText: 'Have you read the new rules?', type: 'free text' })
    await guest.continueButton.click()
    await expect(page.getByText('The questions have changed. Please check your answers again.')).toBeVisible()
    await expect(page.getByLabel('Who are you visiting?')).toHaveValue('Ada')
    await page.getByLabel('Have you read the new rules?').fill('Yes')
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  })

  test('a role that is withdrawn in between is explained, and another one is chosen', async ({
    page,
    venues,
  }) => {
    expectRefusals(page, 422)
    const venue = await venues.open({ ...asking, roles: [...asking.roles, 'Press'] })
    const guest = new GuestPage(page)
    await watchFocus(page)
    await guest.scan(venue.key)
    await guest.fillDetails(visitor('Withdrawn'))
    await guest.continueButton.click()
    await guest.answerEverything({ isWell: true })
    await venues.withdraw(venue, 'Crew')
    await guest.continueButton.click()
    await expect(
      page.getByText('The role you chose is no longer available. Check your answers again.').first(),
    ).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Crew' })).toHaveCount(0)
    await expect(page.getByLabel('Who are you visiting?')).toHaveValue('Ada')
    await expectFocusKept(page)
    await page.getByText('Press', { exact: true }).click()
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
  })

  test('a role that is withdrawn before a reload is explained', async ({ page, venues }) => {
    const venue = await venues.open({ ...asking, roles: [...asking.roles, 'Press'] })
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await guest.fillDetails(visitor('Reloaded'))
    await guest.continueButton.click()
    await guest.answerEverything({ isWell: true })
    await venues.withdraw(venue, 'Crew')
    await page.reload()
    const roles = page.getByRole('group', { name: 'What is your role?' })
    await expect(roles.getByText('The role you chose is no longer available.')).toBeVisible()
    await expect(page.getByLabel('Who are you visiting?')).toHaveValue('Ada')
    await expectAccessible(page)
    await page.getByText('Press', { exact: true }).click()
    await expect(roles.getByText('no longer available')).toHaveCount(0)
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
  })

  test('a role that is withdrawn and leaves one is explained, and that one applies by itself', async ({
    page,
    venues,
  }) => {
    expectRefusals(page, 422)
    const venue = await venues.open(asking)
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await guest.fillDetails(visitor('Left'))
    await guest.continueButton.click()
    await guest.answerEverything({ isWell: true })
    await venues.withdraw(venue, 'Crew')
    await guest.continueButton.click()
    await expect(page.getByText('The role you chose is no longer available.')).toBeVisible()
    await expect(page.getByRole('group', { name: 'What is your role?' })).toHaveCount(0)
    // There is no choice, so no text mentions one.
    await expect(page.getByText('choose another')).toHaveCount(0)
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
  })

  test('a method that is closed while somebody fills in says so', async ({ page, venues }) => {
    expectRefusals(page, 404)
    const venue = await venues.open(plain)
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await guest.fillDetails(visitor('Closed'))
    await venues.close(venue)
    await guest.continueButton.click()
    await expect(page.getByRole('heading', { name: 'Sign-in page is unavailable' })).toBeVisible()
    await expect(page).toHaveURL(/\/invalid$/)
  })
})

test.describe('questions by person', () => {
  const byPerson = {
    ...plain,
    questionsByUser: true,
    roles: ['Artist', 'Crew'],
    questions: [
      { id: '', questionText: 'Which instrument?', type: 'free text' as const, roles: ['Artist'] },
      { id: '', questionText: 'Which tools?', type: 'free text' as const, roles: ['Crew'] },
    ],
  }

  test(
    'are asked after the details, without the details in any address',
    { tag: '@gate' },
    async ({ page, venues }) => {
      const venue = await venues.open(byPerson)
      const person = visitor('Known')
      await venues.employ(venue, person, 'Crew')
      const sent = noteSignIns(page)
      const asked: { url: string; body: unknown }[] = []
      page.on('request', (request) => {
        if (request.url().includes('user-data'))
          asked.push({ url: request.url(), body: request.postDataJSON() })
      })
      const guest = new GuestPage(page)
      await guest.scan(venue.key)
      await guest.fillDetails(person)
      await guest.continueButton.click()
      await page.getByLabel('Which tools?').fill('Hammers')
      await expect(page.getByText('What is your role?')).toHaveCount(0)
      await expect(page.getByText('Which instrument?')).toHaveCount(0)
      expect(asked).toHaveLength(1)
      expect(asked[0]?.url).toMatch(/user-data$/)
      expect(asked[0]?.body).toMatchObject({ ...person, language: 'en-au' })
      await page.reload()
      await expect(page.getByLabel('Which tools?')).toHaveValue('Hammers')
      await guest.continueButton.click()
      await expect(guest.pass).toBeVisible()
      expect(Object.keys(sent[0]?.body.questions ?? {})).toHaveLength(1)
    },
  )

  test('somebody unknown is asked for a role, as everybody was', async ({ page, venues }) => {
    const venue = await venues.open(byPerson)
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await guest.fillDetails(visitor('Stranger'))
    await guest.continueButton.click()
    await page.getByText('Artist', { exact: true }).click()
    await page.getByLabel('Which instrument?').fill('Oboe')
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
  })

  test('without an answer there are none, and the server has the last word', async ({ page, venues }) => {
    expectRefusals(page, 0, 422)
    const venue = await venues.open(byPerson)
    const person = visitor('Alone')
    await venues.employ(venue, person, 'Crew')
    await page.route('**/api/checkin/user-data', (route) => route.abort('connectionreset'), { times: 1 })
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await guest.fillDetails(person)
    await guest.continueButton.click()
    await expect(page.getByText('Submission failed.')).toBeVisible()
    await guest.continueButton.click()
    await page.getByLabel('Which tools?').fill('Hammers')
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
  })

  test('an answer for details that were changed meanwhile is not heard', async ({ page, venues }) => {
    const venue = await venues.open(byPerson)
    const ada = { ...visitor('Late'), firstName: 'Ada' }
    const bo = { ...ada, firstName: 'Bo' }
    await venues.employ(venue, ada, 'Artist')
    await venues.employ(venue, bo, 'Crew')
    const waiting: (() => void)[] = []
    await page.route('**/api/checkin/user-data', async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      await route.continue()
    })
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await guest.fillDetails(ada)
    await guest.continueButton.click()
    await expect.poll(() => waiting.length).toBe(1)
    await page.getByLabel('First name').fill('Bo')
    const answered = page.waitForResponse('**/api/checkin/user-data')
    waiting[0]?.()
    await answered
    await expect(guest.continueButton).not.toHaveAttribute('aria-busy', 'true')
    await expect(page).toHaveURL(new RegExp(`/${venue.key}$`))
    await guest.continueButton.click()
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.()
    await expect(page.getByLabel('Which tools?')).toBeVisible()
    await expect(page.getByText('Which instrument?')).toHaveCount(0)
  })
})

test.describe('checking out', () => {
  test('one press with now', { tag: '@gate' }, async ({ page }) => {
    const guest = new GuestPage(page)
    await guest.signIn('GATE', visitor('Leaving'))
    await guest.checkOutButton.click()
    await expect(page.getByRole('button', { name: 'Now' })).toHaveAttribute('aria-pressed', 'true')
    const sent = page.waitForRequest('**/api/checkin/checkout')
    await guest.checkOutButton.click()
    const { time } = (await sent).postDataJSON() as { time: string }
    await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(120_000)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign in someone else' }).click()
    await expect(page).toHaveURL(/\/GATE$/)
    await guest.scan('GATE')
    await guest.waitUntilHydrated()
  })

  test('a time outside of the visit is replaced, and the page says so', async ({ page }) => {
    const guest = new GuestPage(page)
    await guest.signIn('GATE', visitor('Outside'))
    await guest.checkOutButton.click()
    const present = await guest.readCheckOutTime()
    const shifted = (minutes: number) => {
      const [hours = 0, minute = 0] = present.split(':').map(Number)
      const total = (hours * 60 + minute + minutes + 24 * 60) % (24 * 60)
      return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
    }
    const note = page.getByRole('status')
    const nowButton = page.getByRole('button', { name: 'Now' })
    const leave = () => page.getByRole('button', { name: 'Back' }).focus()

    // While typing, the page shows the time that will be used; the field changes only afterwards.
    await guest.typeCheckOutTime(shifted(10))
    await expect(note).toHaveText(
      /^Later than now\. The check-out will be at this time: \d+:\d\d\s[ap]m\sAEDT\.$/u,
    )
    expect(await guest.readCheckOutTime()).toBe(shifted(10))
    await leave()
    await expect(note).toHaveText('Later than now, so set to now.')
    expect(await guest.readCheckOutTime()).not.toBe(shifted(10))
    await expect(nowButton).toHaveAttribute('aria-pressed', 'true')

    await guest.typeCheckOutTime(shifted(-30))
    await expect(note).toHaveText(/^Earlier than the sign-in\. The check-out will be at this time: /)
    await expect(nowButton).toHaveAttribute('aria-pressed', 'false')
    await leave()
    await expect(note).toHaveText('Earlier than the sign-in, so set to the sign-in.')
    expect(await guest.readCheckOutTime()).not.toBe(shifted(-30))
    await expectAccessible(page)

    await guest.typeCheckOutTime(shifted(-30))
    await nowButton.click()
    await expect(note).toBeEmpty()
    await expect(nowButton).toHaveAttribute('aria-pressed', 'true')
    const sent = page.waitForRequest('**/api/checkin/checkout')
    await guest.checkOutButton.click()
    const { time } = (await sent).postDataJSON() as { time: string }
    await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(120_000)
  })

  test.describe('on a phone far away', () => {
    test.use({ timezoneId: 'America/New_York' })
    test('times are those of the venue', { tag: '@gate' }, async ({ page }) => {
      const guest = new GuestPage(page)
      await guest.signIn('RDGE', visitor('Traveller'))
      const perth = new Intl.DateTimeFormat('en-AU', { timeStyle: 'short', timeZone: 'Australia/Perth' })
      const stamp = await page.locator('article time').getAttribute('datetime')
      await expect(page.locator('article time')).toHaveText(perth.format(new Date(stamp ?? '')))
      await expect(page.locator('article dd', { has: page.locator('time') })).toHaveText(/\s(am|pm)\sAWST$/)
      await guest.checkOutButton.click()
      await expect(page.getByText(/^Signed in at \d+:\d\d\s(am|pm)\sAWST, /)).toBeVisible()
      await expect(guest.checkOutTime.getByText(/^[A-Z]\w+ \d+ \w+, AWST$/u)).toBeVisible()
    })
  })

  test('a failure says so, and is tried again', async ({ page }) => {
    expectRefusals(page, 0)
    const guest = new GuestPage(page)
    await guest.signIn('GATE', visitor('Stuck'))
    await guest.checkOutButton.click()
    await page.route('**/api/checkin/checkout', (route) => route.abort('connectionreset'))
    await guest.checkOutButton.click()
    await expect(page.getByText(notSent)).toBeVisible()
    await page.unroute('**/api/checkin/checkout')
    await guest.retryButton.click()
    await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
  })

  for (const [name, fault] of [
    ['a lost answer', { status: 0 }],
    ['an error of the server', { status: 503 }],
    ['a limit', { status: 429 }],
  ] as const)
    test(`after ${name} it is sent again by itself, with the time of the press`, async ({ page }) => {
      expectRefusals(page, fault.status)
      const guest = new GuestPage(page)
      await guest.signIn('GATE', visitor('Patient'))
      await guest.checkOutButton.click()
      const times = new Set<string>()
      let calls = 0
      await page.route('**/api/checkin/checkout', (route) => {
        calls += 1
        times.add((route.request().postDataJSON() as { time: string }).time)
        if (calls === 3) return route.continue()
        return fault.status === 0 ? route.abort('connectionreset') : route.fulfill(fault)
      })
      await guest.checkOutButton.click()
      await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
      expect([calls, times.size]).toEqual([3, 1])
    })

  test(
    'without a network it is sent when there is one, with the time of the press',
    { tag: '@gate' },
    async ({ page }) => {
      expectRefusals(page, 0)
      const guest = new GuestPage(page)
      await guest.signIn('GATE', visitor('Cellar'))
      await guest.checkOutButton.click()
      const times = new Set<string>()
      page.on('request', (request) => {
        if (request.url().endsWith('/checkin/checkout'))
          times.add((request.postDataJSON() as { time: string }).time)
      })
      await page.context().setOffline(true)
      await guest.checkOutButton.click()
      await expect(page.getByText(notSent)).toBeVisible()
      await page.getByRole('button', { name: 'Back' }).click()
      await expect(page.getByText('Not checked out yet')).toBeVisible()
      await expect(page.getByText(notSent)).toBeVisible()
      await page.context().setOffline(false)
      await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
      expect(times.size).toBe(1)
    },
  )

  test('after a lost answer a page that is loaded again sends it, with the time of the press', async ({
    page,
  }) => {
    expectRefusals(page, 0)
    const guest = new GuestPage(page)
    await guest.signIn('GATE', visitor('Reloader'))
    await guest.checkOutButton.click()
    const times = new Set<string>()
    await page.route('**/api/checkin/checkout', (route) => {
      times.add((route.request().postDataJSON() as { time: string }).time)
      return route.abort('connectionreset')
    })
    await guest.checkOutButton.click()
    await expect(page.getByText(notSent)).toBeVisible()
    await page.reload()
    await expect(page.getByText(notSent)).toBeVisible()
    const sent = page.waitForRequest('**/api/checkin/checkout')
    await page.unroute('**/api/checkin/checkout')
    times.add(((await sent).postDataJSON() as { time: string }).time)
    await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
    expect(times.size).toBe(1)
  })

  test('who stays after all takes back a check-out that has reached nobody', async ({ page }) => {
    expectRefusals(page, 0)
    const guest = new GuestPage(page)
    await guest.signIn('GATE', visitor('Lingerer'))
    await guest.checkOutButton.click()
    await page.context().setOffline(true)
    await guest.checkOutButton.click()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'I am staying' }).click()
    await expect(page.getByText(notSent)).toBeHidden()
    await page.context().setOffline(false)
    await page.reload()
    await expect(guest.checkOutButton).toBeVisible()
    await expect(page.getByText(notSent)).toBeHidden()
  })

  test('a time that reached nobody is not sent after another one is typed', async ({ page }) => {
    expectRefusals(page, 0)
    const guest = new GuestPage(page)
    await guest.signIn('GATE', visitor('Undecided'))
    await guest.checkOutButton.click()
    await page.context().setOffline(true)
    await guest.checkOutButton.click()
    await expect(page.getByText(notSent)).toBeVisible()
    await page.getByRole('button', { name: 'Now' }).click()
    await expect(page.getByText(notSent)).toBeHidden()
    await page.context().setOffline(false)
    const sent = page.waitForRequest('**/api/checkin/checkout')
    const pressedAt = await page.evaluate(() => new Date().toISOString())
    await guest.checkOutButton.click()
    const { time } = (await sent).postDataJSON() as { time: string }
    expect(time >= pressedAt).toBe(true)
    await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
  })
})

test('a method that is moved while somebody fills in: the pass, its title and its check-out name the venue of the visit', async ({
  page,
  venues,
}) => {
  const venue = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.scan(venue.key)
  await guest.waitUntilHydrated()
  await guest.fillDetails(visitor('Mover'))
  await venues.move(venue, 'Ferry Shed')
  await guest.continueButton.click()
  await expect(guest.pass).toBeVisible()
  await expect(page.locator('article')).toContainText('Ferry Shed')
  await expect(page).toHaveTitle('Signed In – Ferry Shed')
  // The method is moved again; the visit keeps its site.
  await venues.move(venue, 'Signal Box')
  await page.reload()
  await expect(page.locator('article')).toContainText('Ferry Shed')
  await expect(page).toHaveTitle('Signed In – Ferry Shed')
  await guest.checkOutButton.click()
  await expect(page.getByText('Ferry Shed')).toBeVisible()
  await expect(page.getByText('Signal Box')).toHaveCount(0)
  await guest.checkOutButton.click()
  await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
  await expect(page.locator('article')).toContainText('Ferry Shed')
  await page.getByRole('button', { name: 'Sign in someone else' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Signal Box' })).toBeVisible()
})

test('a method that is closed during the visit: the open pass checks out, and a page that is loaded again says who is signed in', async ({
  page,
  venues,
}) => {
  expectRefusals(page, 404)
  const guest = new GuestPage(page)
  const person = visitor('Stayer')
  for (const end of [(venue: Venue) => venues.close(venue), (venue: Venue) => venues.renew(venue)]) {
    const venue = await venues.open(plain)
    await guest.signIn(venue.key, person)
    await end(venue)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Sign-in page is unavailable' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Signed In' })).toBeVisible()
    await expect(page.getByText(`${person.firstName} ${person.lastName}`)).toBeVisible()
    await expect(page.getByText(/^Signed in at \d+:\d\d/)).toBeVisible()
    await expect(page.getByText('Saltpan Theatre')).toBeVisible()
    await expectAccessible(page)
  }
  const venue = await venues.open(plain)
  await page.evaluate(() => localStorage.clear())
  await guest.signIn(venue.key, person)
  await venues.close(venue)
  await guest.checkOutButton.click()
  await guest.checkOutTime.waitFor()
  await guest.checkOutButton.click()
  await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
})

test('the privacy line says the client’s own number of days', async ({ page }) => {
  const guest = new GuestPage(page)
  for (const [key, days] of [
    ['GATE', 120],
    ['RDGE', 365],
    ['CAVE', 120],
  ] as const) {
    await guest.scan(key)
    await expect(page.getByText(`They are deleted after ${days} days.`)).toBeVisible()
  }
})
