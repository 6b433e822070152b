import type { Page, Route } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { GuestPage, holdScript, type Visitor } from '../pages/guest-page.ts'
import { everything, plain } from '../pages/venue-plans.ts'

const person: Visitor = { firstName: 'Nadia', lastName: 'Wrnog', mobile: '0491 570 157' }
const isWrong = 'Sent as Nadia Wrnog. To correct it, ask at the desk.'

/** Holds the calls until each, or all, are released. */
async function holdCalls(page: Page, url: string) {
  const held: (() => void)[] = []
  let isHolding = true
  await page.route(url, async (route) => {
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve))
    // A call that the page has aborted can't continue.
    await route.continue().catch(() => {})
  })
  return {
    count: () => held.length,
    letGo: (index: number) => held[index]?.(),
    letAllGo: () => {
      isHolding = false
      for (const letGo of held) letGo()
    },
  }
}

test.describe('a correction while the sign-in waits for its answer', () => {
  test('is closed as soon as it is sent, and says so', async ({ page, venues }) => {
    const venue = await venues.open(plain)
    const calls = await holdCalls(page, '**/api/checkin')
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await guest.waitUntilHydrated()
    await guest.fillDetails(person)
    // The submitting field can't keep the focus.
    await page.getByLabel('Mobile').press('Enter')
    await expect.poll(calls.count).toBe(1)
    await expect(page.getByText(isWrong)).toBeVisible()
    for (const label of ['First name', 'Last name', 'Mobile', 'Dependants'])
      await expect(page.getByLabel(label)).toBeDisabled()
    await expect(page.locator('form button')).toBeFocused()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByText(isWrong)).toBeVisible()
    await expect(page.getByLabel('Last name')).toBeDisabled()
    await expect(page.getByLabel('Last name')).toHaveValue('Wrnog')
    calls.letAllGo()
    await expect(guest.pass).toBeVisible()
    expect((await venues.written(venue)).visits).toEqual(['Nadia Wrnog'])
  })

  test('is taken while the questions are still being asked for', async ({ page, venues }) => {
    const venue = await venues.open({ ...plain, questionsByUser: true })
    const calls = await holdCalls(page, '**/api/checkin/user-data')
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await guest.waitUntilHydrated()
    await guest.fillDetails(person)
    await guest.continueButton.click()
    await expect.poll(calls.count).toBe(1)
    await page.getByLabel('Last name').fill('Wrong')
    calls.letAllGo()
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
    expect((await venues.written(venue)).visits).toEqual(['Nadia Wrong'])
  })

  for (const pressed of ['before the script is there', 'before the phone numbers can be checked']) {
    test(`takes back a press ${pressed}, and the visitor presses again`, async ({ page, venues }) => {
      const venue = await venues.open(plain)
      await page.clock.install()
      const script = await holdScript(page)
      const library = await holdCalls(page, '**/phone-numbers-*.js')
      let submissions = 0
      page.on('request', (request) => (submissions += request.url().endsWith('/api/checkin') ? 1 : 0))
      const guest = new GuestPage(page)
      await guest.scan(venue.key)
      await guest.fillDetails({ ...person, lastName: 'Wr' })
      await page.clock.pauseAt(Date.now() + 10_000)
      if (pressed.includes('script')) await guest.continueButton.click()
      script.release()
      await guest.waitUntilHydrated()
      if (!pressed.includes('script')) await guest.continueButton.click()
      // The press is acknowledged, and a change reverts that at once.
      await expect(guest.continueButton).toHaveAttribute('aria-busy', 'true')
      await page.getByLabel('Last name').fill('Wro')
      await expect(guest.continueButton).not.toHaveAttribute('aria-busy')
      // The step no longer waits for the library.
      await page.clock.runFor(3000)
      await page.getByLabel('Last name').fill('Wrong')
      expect(submissions).toBe(0)
      await guest.continueButton.click()
      await page.clock.runFor(3000)
      await expect(guest.pass).toBeVisible()
      expect((await venues.written(venue)).visits).toEqual(['Nadia Wrong'])
      expect(submissions).toBe(1)
      library.letAllGo()
    })
  }

  test('is taken while there is no network, because nothing was sent', async ({ page, venues, context }) => {
    expectRefusals(page, 0)
    const venue = await venues.open(plain)
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await guest.waitUntilHydrated()
    await guest.fillDetails(person)
    await context.setOffline(true)
    await guest.continueButton.click()
    await expect(guest.waiting).toBeVisible()
    await page.getByLabel('Last name').fill('Wrong')
    await expect(guest.waiting).toBeHidden()
    await guest.continueButton.click()
    await expect(guest.waiting).toBeVisible()
    await context.setOffline(false)
    await expect(guest.pass).toBeVisible()
    expect((await venues.written(venue)).visits).toEqual(['Nadia Wrong'])
  })

  test('for somebody else takes it back', async ({ page, venues, context }) => {
    expectRefusals(page, 0)
    const [first, second] = [await venues.open(plain), await venues.open(plain)]
    const guest = new GuestPage(page)
    await guest.signIn(first.key, person)
    await guest.scan(second.key)
    await guest.waitUntilHydrated()
    await context.setOffline(true)
    await guest.continueButton.click()
    await expect(guest.waiting).toBeVisible()
    await page.getByRole('button', { name: 'Not you?' }).click()
    await expect(guest.waiting).toBeHidden()
    await context.setOffline(false)
    await guest.fillDetails({ ...person, firstName: 'Otto' })
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
    expect((await venues.written(second)).visits).toEqual(['Otto Wrnog'])
  })

  test('is closed on the steps before too, and open again after a refusal', async ({ page, venues }) => {
    expectRefusals(page, 422)
    const venue = await venues.open({ ...everything, useTemperature: false })
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await guest.waitUntilHydrated()
    await guest.fillDetails(person)
    await guest.continueButton.click()
    await guest.answerEverything({ isWell: true })
    await venues.ask(venue, { questionText: 'Have you read the new rules?', type: 'free text' })
    const calls = await holdCalls(page, '**/api/checkin')
    await guest.continueButton.click()
    await expect.poll(calls.count).toBe(1)
    await expect(page.getByLabel('Who are you visiting?')).toBeDisabled()
    await expect(page.getByRole('radio', { name: 'Crew' })).toBeDisabled()
    await expect(page.getByText(isWrong)).toBeVisible()
    await page.getByRole('link', { name: 'Details' }).click()
    await expect(page.getByLabel('Last name')).toBeDisabled()
    await expect(page.getByText(isWrong)).toBeVisible()
    calls.letAllGo()
    await expect(page.getByText('The questions have changed.')).toBeVisible()
    await page.getByLabel('Last name').fill('Wrong')
    await guest.continueButton.click()
    await page.getByLabel('Have you read the new rules?').fill('Yes')
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
    expect((await venues.written(venue)).visits).toEqual(['Nadia Wrong'])
  })
})

test.describe('an answer that takes 25 seconds', () => {
  for (const presses of [0, 2]) {
    test(`leads to the confirmation, after ${presses} presses on Retry`, async ({ page, venues }) => {
      await page.clock.install()
      const venue = await venues.open(plain)
      const calls = await holdCalls(page, '**/api/checkin')
      const guest = new GuestPage(page)
      await guest.scan(venue.key)
      await guest.waitUntilHydrated()
      await guest.fillDetails(person)
      await guest.continueButton.click()
      await expect.poll(calls.count).toBe(1)
      await page.clock.runFor(6000)
      await expect(guest.waiting).toBeVisible()
      for (let press = 0; press < presses; press += 1) {
        await expect(guest.retryButton).toBeEnabled()
        await guest.retryButton.click()
        await expect.poll(calls.count).toBe(press + 2)
        await page.clock.runFor(6000)
      }
      await page.clock.runFor(25_000)
      calls.letGo(0)
      await expect(guest.pass).toBeVisible()
      expect((await venues.written(venue)).visits).toEqual(['Nadia Wrnog'])
    })
  }

  test('leads to the check-out', async ({ page, venues }) => {
    await page.clock.install()
    const { key } = await venues.open(plain)
    const guest = new GuestPage(page)
    await guest.signIn(key, person)
    const calls = await holdCalls(page, '**/api/checkin/checkout')
    await guest.checkOutButton.click()
    await guest.checkOutButton.click()
    await expect.poll(calls.count).toBe(1)
    await page.clock.runFor(26_000)
    calls.letGo(0)
    await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
  })

  test('brings the questions', async ({ page, venues }) => {
    await page.clock.install()
    const { key } = await venues.open({ ...everything, useTemperature: false, questionsByUser: true })
    const calls = await holdCalls(page, '**/api/checkin/user-data')
    const guest = new GuestPage(page)
    await guest.scan(key)
    await guest.waitUntilHydrated()
    await guest.fillDetails(person)
    await guest.continueButton.click()
    await expect.poll(calls.count).toBe(1)
    await page.clock.runFor(26_000)
    calls.letGo(0)
    await expect(page.getByText('What is your role?')).toBeVisible()
  })
})

test('the answer to a check-out that comes late is of its own visit, whoever is on the screen by now', async ({
  page,
  venues,
}) => {
  const venue = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.signIn(venue.key, { ...person, firstName: 'Mother' })
  await guest.checkOutButton.click()
  const calls = await holdCalls(page, '**/api/checkin/checkout')
  await page.getByRole('button', { name: 'Check Out' }).click()
  await expect.poll(calls.count).toBe(1)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Sign in someone else' }).click()
  await page.getByRole('button', { name: 'Not you?' }).click()
  await guest.fillDetails({ ...person, firstName: 'Child' })
  await guest.continueButton.click()
  await expect(guest.pass).toBeVisible()
  const answered = page.waitForResponse('**/api/checkin/checkout')
  calls.letAllGo()
  expect((await answered).status()).toBe(200)
  await page.reload()
  await expect(guest.pass).toBeVisible()
  await expect(page.getByText('Child Wrnog')).toBeVisible()
  await expect(page.getByText('Mother')).toHaveCount(0)
})

test('of two languages that are chosen the last one counts, and it is asked for until there is an answer', async ({
  page,
}) => {
  expectRefusals(page, 502)
  const guest = new GuestPage(page)
  await guest.scan('DESK')
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await guest.continueButton.click()
  const question = page.getByText('How did you get here?')
  await expect(question).toBeVisible()
  const calls = await holdCalls(page, '**/api/checkin/machine-data?*language=es*')
  const choice = page.locator('select').first()
  await choice.selectOption('es')
  await expect.poll(calls.count).toBe(1)
  await choice.selectOption('en-au')
  const translated = page.waitForResponse('**/api/checkin/machine-data?*language=es*')
  calls.letAllGo()
  await translated
  await expect(question).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Questions' })).toBeVisible()

  await page.clock.install()
  await page.unroute('**/api/checkin/machine-data?*language=es*')
  await page.route('**/api/checkin/machine-data?*', (route) => route.fulfill({ status: 502, body: '' }))
  const refused = page.waitForResponse('**/api/checkin/machine-data?*')
  await choice.selectOption('es')
  await refused
  await page.unroute('**/api/checkin/machine-data?*')
  await page.clock.runFor(5000)
  await expect(question).toBeHidden()
  await expect(page.getByText('¿Cómo ha llegado hasta aquí?')).toBeVisible()
})

test('Continue is heard while the language changes, and goes on in the new one', async ({ page, venues }) => {
  const { key } = await venues.open({ ...plain, questionsByUser: true })
  const calls = await holdCalls(page, '**/api/checkin/user-data')
  const machineData = await holdCalls(page, '**/api/checkin/machine-data?*')
  const guest = new GuestPage(page)
  await guest.scan(key)
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await guest.continueButton.click()
  await expect.poll(calls.count).toBe(1)
  await page.getByLabel('Language').selectOption('es')
  await expect(page.getByLabel('Nombre')).toBeVisible()
  // The response is in the earlier language.
  calls.letAllGo()
  await expect(page.getByRole('heading', { name: 'Registro completado' })).toBeVisible()
  machineData.letAllGo()
})

test('questions that cannot be had in the new language say so, until they can', async ({ page }) => {
  expectRefusals(page, 502)
  const guest = new GuestPage(page)
  await guest.scan('DESK')
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await guest.continueButton.click()
  await expect(page.getByText('How did you get here?')).toBeVisible()
  await page.clock.install()
  await page.route('**/api/checkin/machine-data?*', (route) => route.fulfill({ status: 502, body: '' }))
  const choice = page.locator('select').first()
  await choice.selectOption('es')
  const says = page.getByText('Las preguntas aún no están disponibles en este idioma.')
  await expect(says).toBeVisible()
  await expect(page.getByText('How did you get here?')).toBeVisible()
  await expectAccessible(page)
  await choice.selectOption('en-au')
  await expect(says).toBeHidden()
  await choice.selectOption('es')
  await expect(says).toBeVisible()
  await page.unroute('**/api/checkin/machine-data?*')
  await page.clock.runFor(5000)
  await expect(page.getByText('¿Cómo ha llegado hasta aquí?')).toBeVisible()
  await expect(says).toBeHidden()
})

/** Responses of a system between the phone and the server, and the statuses in the console. */
const foreign: Record<string, { answer: (route: Route) => Promise<void>; statuses: number[] }> = {
  'a 403 of a proxy': {
    answer: (route) => route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }),
    statuses: [403],
  },
  'a 404 of a proxy, in JSON': {
    answer: (route) => route.fulfill({ status: 404, json: { error: 'no such page' } }),
    statuses: [404],
  },
  'a policy that writes a code and a message': {
    answer: (route) =>
      route.fulfill({ status: 403, json: { code: 'blocked_by_policy', message: 'Blocked.' } }),
    statuses: [403],
  },
  'a 502 of a proxy': {
    answer: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    statuses: [502],
  },
  'the page of a portal': {
    answer: (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }),
    statuses: [],
  },
  'a portal that answers in JSON': {
    answer: (route) => route.fulfill({ json: { login: 'https://portal.example/' } }),
    statuses: [],
  },
  'a portal that leads to its own page': {
    answer: (route) => route.fulfill({ status: 302, headers: { location: 'http://portal.example/' } }),
    statuses: [],
  },
}

/** The ones tested at every call. */
const everywhere = new Set(['a 502 of a proxy', 'the page of a portal'])

test.describe('an answer that is not ours', () => {
  for (const [name, { answer, statuses }] of Object.entries(foreign)) {
    const says = statuses.includes(502)
      ? 'The sign-in service isn’t responding at the moment.'
      : 'The network here answered instead of us.'
    test(`to the sign-in, ${name}: it says so, loses nothing, and is sent again`, async ({
      page,
      venues,
    }) => {
      expectRefusals(page, ...statuses)
      const venue = await venues.open(plain)
      const guest = new GuestPage(page)
      await guest.scan(venue.key)
      await guest.waitUntilHydrated()
      await guest.fillDetails(person)
      await page.route('**/api/checkin', answer)
      await guest.continueButton.click()
      await expect(page.getByText(says)).toBeVisible()
      await expect(page.getByLabel('Last name')).toHaveValue('Wrnog')
      await expectAccessible(page)
      await guest.mendAndRetry(() => page.unroute('**/api/checkin'))
      expect((await venues.written(venue)).visits).toEqual(['Nadia Wrnog'])
    })

    // All calls detect a foreign response the same way (`api.test.ts`).
    if (!everywhere.has(name)) continue

    test(`to the check-out, ${name}: it says so, and is sent again`, async ({ page, venues }) => {
      expectRefusals(page, ...statuses)
      const { key } = await venues.open(plain)
      const guest = new GuestPage(page)
      await guest.signIn(key, person)
      await guest.checkOutButton.click()
      await page.route('**/api/checkin/checkout', answer)
      await guest.checkOutButton.click()
      await expect(page.getByText(says)).toBeVisible()
      await page.unroute('**/api/checkin/checkout')
      await guest.retryButton.click()
      await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
    })

    test(`to the questions of a person, ${name}: they are asked for again`, async ({ page, venues }) => {
      expectRefusals(page, ...statuses)
      const { key } = await venues.open({ ...everything, useTemperature: false, questionsByUser: true })
      const guest = new GuestPage(page)
      await guest.scan(key)
      await guest.waitUntilHydrated()
      await guest.fillDetails(person)
      await page.route('**/api/checkin/user-data', answer)
      await guest.continueButton.click()
      await expect(page.getByText(says)).toBeVisible()
      await page.unroute('**/api/checkin/user-data')
      // A proxy's error is retried without a press: the visitor can't do anything about it.
      if (!statuses.includes(502)) await guest.continueButton.click()
      await expect(page.getByText('What is your role?')).toBeVisible()
    })

    test(`to the data of the page, ${name}: it says so, with Retry`, async ({ page, venues }) => {
      expectRefusals(page, 503, ...statuses)
      const { key } = await venues.open(plain)
      await servePageWithoutData(page, key)
      await page.route('**/api/checkin/machine-data*', answer)
      const guest = new GuestPage(page)
      await guest.scan(`${key}/questions`)
      await expect(page.getByText(says)).toBeVisible()
      await expectAccessible(page)
      await page.unroute('**/api/checkin/machine-data*')
      await guest.retryButton.click()
      await expect(guest.continueButton).toBeVisible()
    })
  }
})

test('after an hour the questions of a person are asked for by a press only', async ({ page, venues }) => {
  expectRefusals(page, 502)
  const { key } = await venues.open({ ...everything, useTemperature: false, questionsByUser: true })
  const guest = new GuestPage(page)
  await guest.scan(key)
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await page.clock.install()
  let calls = 0
  await page.route('**/api/checkin/user-data', (route) => {
    calls += 1
    return route.fulfill({ status: 502, body: '' })
  })
  await guest.continueButton.click()
  await expect(page.getByText('The sign-in service isn’t responding at the moment.')).toBeVisible()
  const before = calls
  await page.clock.fastForward('01:01:00')
  await page.clock.runFor(20_000)
  expect(calls).toBe(before)
  await page.unroute('**/api/checkin/user-data')
  await guest.continueButton.click()
  await expect(page.getByText('What is your role?')).toBeVisible()
})

/** Serves the page of a key like a server without a database: without its data. */
async function servePageWithoutData(page: Page, key: string): Promise<void> {
  await page.route(`**/${key}/questions`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('id="machine-data"', 'id="nothing"')
    await route.fulfill({ response, status: 503, body })
  })
}
