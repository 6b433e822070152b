import { expect, expectRefusals, test } from '../fixtures.ts'
import { readTemperature } from '../demo-reading.ts'
import { GuestPage, type Visitor } from '../pages/guest-page.ts'
import { admitted, everything, openMadeUpVenue, plain } from '../pages/made-up-venue.ts'
import { countOnSite } from '../staff-api.ts'

const visitor = (lastName: string): Visitor => ({
  firstName: 'Tomas',
  lastName: `${lastName} ${Date.now().toString(36)}`,
  mobile: '0491 570 158',
})

test.describe('a temperature', () => {
  for (const { celsius, title, words, isAdmitted } of [
    { celsius: '36.6', title: 'Signed In', words: '36.6°C', isAdmitted: true },
    {
      celsius: '34.1',
      title: 'Do not proceed',
      words: 'Your temperature is lower than expected',
      isAdmitted: false,
    },
    { celsius: '39.2', title: 'Do not proceed', words: 'Your temperature is higher', isAdmitted: false },
  ]) {
    test(`of ${celsius} °C: ${title}`, async ({ page, request }) => {
      const guest = new GuestPage(page)
      const person = visitor('Warm')
      const code = await readTemperature('HEAT', celsius)
      await guest.goToCode('HEAT', person)
      // Pasted as people copy it.
      await guest.codeField.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByText(words)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Check Out' })).toHaveCount(isAdmitted ? 1 : 0)
      await expect(page.getByRole('contentinfo')).toHaveCount(isAdmitted ? 0 : 1)
      expect(await countOnSite(request, person.lastName)).toBe(isAdmitted ? 1 : 0)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    })
  }

  test('a wrong code is cleared and said aloud; too many of them say when to try again', async ({ page }) => {
    expectRefusals(page, 429)
    const guest = new GuestPage(page)
    const code = await readTemperature('HEAT', '36.6')
    const wrong = code === '000000' ? '000001' : '000000'
    await guest.goToCode('HEAT', visitor('Wrong'))
    for (let time = 0; time < 5; time += 1) {
      await guest.codeField.fill(wrong)
      await expect(guest.codeField).toHaveValue('')
      await expect(page.getByText('Please try again.')).toBeVisible()
      await expect(guest.codeField).toBeFocused()
      await expect(guest.codeField).toHaveAttribute('aria-invalid', 'true')
    }
    await guest.codeField.fill(code)
    await expect(page.getByText('Too many attempts.')).toBeVisible()
    await expect(page.getByText(/You can try again in \d:\d\d/)).toBeVisible()
    await expect(guest.retryButton).toBeVisible()
    await expect(guest.codeField).toHaveValue(code)
  })

  test('a code is good once, and only at its own site', async ({ page, browser, baseURL }) => {
    const guest = new GuestPage(page)
    const code = await readTemperature('HEAT', '36.6')
    await guest.goToCode('HEAT', visitor('First'))
    await guest.codeField.fill(code)
    await expect(guest.pass).toBeVisible()
    const other = new GuestPage(await browser.newPage({ locale: 'en-AU', ...(baseURL && { baseURL }) }))
    await other.goToCode('HEAT', visitor('Second'))
    await other.codeField.fill(code)
    await expect(other.page.getByText('Please try again.')).toBeVisible()
    await other.page.close()
  })

  test('the wait is counted down, and then Retry sends the same sign-in', async ({ page }) => {
    expectRefusals(page, 429)
    await page.clock.install()
    const venue = await openMadeUpVenue(page, 'GATE', { ...plain, useTemperature: true })
    venue.replies = [
      {
        status: 429,
        headers: { 'retry-after': '90' },
        body: { statusCode: 429, code: 'too_many_requests', message: 'Too many attempts.' },
      },
      { body: { ...admitted, temperature: 36.6 } },
    ]
    const guest = new GuestPage(page)
    await guest.goToCode('GATE', visitor('Patient'))
    await guest.codeField.fill('123456')
    await expect(page.getByText('You can try again in 1:30.')).toBeVisible()
    await page.clock.runFor(30_000)
    await expect(page.getByText('You can try again in 1:00.')).toBeVisible()
    await page.clock.runFor(61_000)
    await expect(page.getByText('You can try again now.')).toBeVisible()
    expect(venue.sent).toHaveLength(1)
    await guest.retryButton.click()
    await expect(guest.pass).toBeVisible()
    expect(new Set(venue.sent.map(({ key }) => key)).size).toBe(1)
  })
})

test.describe('outcomes', () => {
  for (const [name, result, words] of [
    ['a ban overrides the rest', { banned: true, highTemperature: true }, 'You have an active ban'],
    ['high', { highTemperature: true, temperature: 39.2 }, 'Temperature Alert'],
    ['low', { lowTemperature: true, temperature: 34 }, 'Temperature Alert'],
  ] as const) {
    test(name, async ({ page }) => {
      const venue = await openMadeUpVenue(page, 'GATE', plain)
      venue.replies = [{ body: { ...admitted, checkOutToken: null, ...result } }]
      const guest = new GuestPage(page)
      await guest.scan('GATE')
      await guest.fillDetails(visitor('Outcome'))
      await guest.continueButton.click()
      await expect(page.getByRole('heading', { level: 1, name: 'Do not proceed' })).toBeVisible()
      await expect(page.getByRole('heading', { level: 2, name: words })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Check Out' })).toHaveCount(0)
      await page.goto('/GATE/checkout')
      await expect(page).toHaveURL(/\/complete$/)
    })
  }

  test('the success message keeps its paragraphs, and nothing of it is markup', async ({ page }) => {
    const successMessage = 'Welcome, <b>all</b>.\n\n\nWear your badge.\nAlways.'
    await openMadeUpVenue(page, 'GATE', { ...plain, successMessage })
    const guest = new GuestPage(page)
    await guest.signIn('GATE', visitor('Message'))
    await expect(page.getByText('Welcome, <b>all</b>.')).toBeVisible()
    await expect(page.locator('article p', { hasText: 'Wear your badge.' })).toHaveText(
      'Wear your badge.\nAlways.',
    )
  })
})

test.describe('roles and questions', () => {
  test('a failing answer blocks and says what happens next; every question is asked for', async ({
    page,
  }) => {
    await openMadeUpVenue(page, 'GATE', { ...everything, useTemperature: false })
    const guest = new GuestPage(page)
    await guest.scan('GATE')
    await guest.fillDetails(visitor('Asked'))
    await guest.continueButton.click()
    await expect(page).toHaveURL(/\/questions$/)
    await guest.continueButton.click()
    await expect(page.getByRole('alert')).toContainText('What do you bring?')
    await guest.answerEverything({ isWell: false })
    await guest.continueButton.click()
    await expect(page.getByText('With this answer you cannot sign in here. Please see staff.')).toBeVisible()
    await expect(page).toHaveURL(/\/questions$/)
    await guest.answerEverything({ isWell: true })
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
  })

  test('questions that changed in between are fetched anew; answers that still count stay', async ({
    page,
  }) => {
    expectRefusals(page, 422)
    const venue = await openMadeUpVenue(page, 'GATE', { ...everything, useTemperature: false })
    venue.replies = [
      {
        status: 422,
        body: {
          statusCode: 422,
          code: 'questions_changed',
          message: 'The questions have changed.',
          fields: {},
        },
      },
      { body: admitted },
    ]
    const guest = new GuestPage(page)
    await guest.scan('GATE')
    await guest.fillDetails(visitor('Changed'))
    await guest.continueButton.click()
    await guest.answerEverything({ isWell: true })
    venue.machine = {
      ...venue.machine,
      questions: [
        ...venue.machine.questions,
        { id: 'new', questionText: 'Have you read the new rules?', type: 'free text' },
      ],
    }
    await guest.continueButton.click()
    await expect(page.getByText('The questions have changed. Please check your answers again.')).toBeVisible()
    await expect(page.getByLabel('Whom do you visit?')).toHaveValue('Ada')
    await page.getByLabel('Have you read the new rules?').fill('Yes')
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
    expect(new Set(venue.sent.map(({ key }) => key)).size).toBe(2)
  })

  test('a method that is closed while somebody fills in says so', async ({ page }) => {
    expectRefusals(page, 404)
    const venue = await openMadeUpVenue(page, 'GATE', plain)
    venue.replies = [{ status: 404, body: { statusCode: 404, code: 'not_found', message: 'Nothing here.' } }]
    const guest = new GuestPage(page)
    await guest.scan('GATE')
    await guest.fillDetails(visitor('Closed'))
    await guest.continueButton.click()
    await expect(page.getByRole('heading', { name: 'Sign-in page is unavailable' })).toBeVisible()
    await expect(page).toHaveURL(/\/invalid$/)
  })
})

test.describe('questions by person', () => {
  const byUser = { ...everything, useTemperature: false, questionsByUser: true }
  const own = { roles: [], questions: [{ id: 'own', questionText: 'Your own question?', type: 'free text' }] }

  test('are asked after the details, without the details in any address', async ({ page }) => {
    const venue = await openMadeUpVenue(page, 'GATE', byUser)
    const asked: { url: string; body: unknown }[] = []
    await page.route('**/api/checkin/user-data**', (route) => {
      asked.push({ url: route.request().url(), body: route.request().postDataJSON() })
      return route.fulfill({ json: own })
    })
    const guest = new GuestPage(page)
    const person = visitor('Known')
    await guest.scan('GATE')
    await guest.fillDetails(person)
    await guest.continueButton.click()
    await page.getByLabel('Your own question?').fill('Mine')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.url).toMatch(/user-data$/)
    expect(asked[0]?.body).toMatchObject({ ...person, language: 'en-au' })
    await page.reload()
    await expect(page.getByLabel('Your own question?')).toHaveValue('Mine')
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
    expect(Object.keys(venue.sent[0]?.body['questions'] as object)).toEqual(['own'])
  })

  test('without an answer there are none, and the way goes on', async ({ page }) => {
    expectRefusals(page, 500)
    const venue = await openMadeUpVenue(page, 'GATE', byUser)
    await page.route('**/api/checkin/user-data**', (route) =>
      route.fulfill({ status: 500, json: { statusCode: 500, code: 'internal', message: 'No.' } }),
    )
    const guest = new GuestPage(page)
    await guest.signIn('GATE', visitor('Alone'))
    expect(venue.sent[0]?.body['questions']).toEqual({})
  })

  test('an answer for details that were changed meanwhile is not heard', async ({ page }) => {
    await openMadeUpVenue(page, 'GATE', byUser)
    const waiting: (() => void)[] = []
    await page.route('**/api/checkin/user-data**', async (route) => {
      const { firstName } = route.request().postDataJSON() as { firstName: string }
      await new Promise<void>((resolve) => waiting.push(resolve))
      const question = { id: firstName, questionText: `A question for ${firstName}?`, type: 'free text' }
      await route.fulfill({ json: { roles: [], questions: [question] } })
    })
    const guest = new GuestPage(page)
    await guest.scan('GATE')
    await guest.fillDetails({ ...visitor('Late'), firstName: 'Ada' })
    await guest.continueButton.click()
    await expect.poll(() => waiting.length).toBe(1)
    await page.getByLabel('First name').fill('Bo')
    const answered = page.waitForResponse('**/api/checkin/user-data')
    waiting[0]?.()
    await answered
    await expect(guest.continueButton).not.toHaveAttribute('aria-busy', 'true')
    await expect(page).toHaveURL(/\/GATE$/)
    await guest.continueButton.click()
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.()
    await expect(page.getByLabel('A question for Bo?')).toBeVisible()
    await expect(page.getByText('A question for Ada?')).toHaveCount(0)
  })
})

test.describe('checking out', () => {
  test('one press with now; another time is held between the sign-in and now', async ({ page }) => {
    const guest = new GuestPage(page)
    await guest.signIn('GATE', visitor('Leaving'))
    await guest.checkOutButton.click()
    await expect(page.getByText('Now', { exact: true })).toBeVisible()
    const field = page.getByLabel('Check-out time')
    const now = await field.inputValue()
    for (const outside of ['00:01', '23:58']) {
      await field.fill(outside)
      await field.blur()
      // The sign-in was this minute, or the one before.
      await expect(field).not.toHaveValue(outside)
    }
    const sent = page.waitForRequest('**/api/checkin/checkout')
    await guest.checkOutButton.click()
    const { time } = (await sent).postDataJSON() as { time: string }
    await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(120_000)
    expect(now).toMatch(/^\d\d:\d\d$/)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
    await page.getByRole('button', { name: 'Start Again' }).click()
    await expect(page).toHaveURL(/\/GATE$/)
    await guest.scan('GATE')
    await guest.isTakenOver()
  })

  test.describe('on a phone far away', () => {
    test.use({ timezoneId: 'America/New_York' })
    test('times are those of the venue', async ({ page }) => {
      const guest = new GuestPage(page)
      await guest.signIn('RDGE', visitor('Traveller'))
      const perth = new Intl.DateTimeFormat('en-AU', { timeStyle: 'short', timeZone: 'Australia/Perth' })
      const stamp = await page.locator('article time').getAttribute('datetime')
      await expect(page.locator('article time')).toHaveText(perth.format(new Date(stamp ?? '')))
    })
  })

  test('a failure says so, and is tried again', async ({ page }) => {
    expectRefusals(page, 0)
    const guest = new GuestPage(page)
    await guest.signIn('GATE', visitor('Stuck'))
    await guest.checkOutButton.click()
    await page.route('**/api/checkin/checkout', (route) => route.abort('connectionreset'), { times: 1 })
    await guest.checkOutButton.click()
    await expect(page.getByText('Please check your connection and try again.')).toBeVisible()
    await guest.retryButton.click()
    await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
  })
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
