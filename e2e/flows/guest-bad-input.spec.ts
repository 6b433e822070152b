import type { Page } from '@playwright/test'
import { expect, expectRefusals, test } from '../fixtures.ts'
import { GuestPage, type Visitor } from '../pages/guest-page.ts'
import { measuring, plain } from '../pages/venue-plans.ts'
import type { Venue } from '../venues.ts'

const person: Visitor = { firstName: 'Ida', lastName: 'Brandt', mobile: '0491 570 156' }
const nothing = { visits: [], refusals: [] }

/** Sets a field by script, also to characters that no keyboard types. */
async function put(page: Page, label: string, text: string): Promise<void> {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  await page.getByLabel(label).evaluate((node, codes) => {
    const field = node as HTMLInputElement
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    set?.call(field, String.fromCharCode(...codes))
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, units)
}

/** The API's response to a sign-in given as JSON text, so that it can contain any escape. */
async function responseTo(page: Page, { id }: Venue, fields: object) {
  const response = await page.request.post('/api/checkin', {
    headers: { 'content-type': 'application/json' },
    data: JSON.stringify({ ...person, machineId: id, ...fields }),
  })
  const { code, fields: wrong } = (await response.json()) as { code: string; fields?: object }
  return { status: response.status(), code, fields: Object.keys(wrong ?? {}) }
}

const labels = { firstName: 'First name', lastName: 'Last name', mobile: 'Mobile' }
const badRequest = { status: 400, code: 'bad_request' }

/** For each field: the error beside it, and the API's response to the same text. */
const refusals = [
  { name: 'no name', field: 'firstName', text: '', words: 'Please enter a first name', ...badRequest },
  {
    name: 'a blank name',
    field: 'lastName',
    text: ' \u2003 ',
    words: 'Please enter a last name',
    ...badRequest,
  },
  {
    name: 'a name that nobody can see',
    field: 'firstName',
    text: '\u200b\u202e',
    words: 'Please enter a first name',
    ...badRequest,
  },
  {
    name: 'a name of 41 characters',
    field: 'firstName',
    text: 'x'.repeat(41),
    words: 'At most 40 characters; this is 41.',
    ...badRequest,
  },
  {
    name: 'a lone surrogate',
    field: 'lastName',
    text: 'a\ud800b',
    words: 'This text contains characters that can’t be stored',
    ...badRequest,
  },
  { name: 'no mobile', field: 'mobile', text: '', words: 'Please enter a phone number', ...badRequest },
  {
    name: 'a mobile that is none',
    field: 'mobile',
    text: '12',
    words: 'Please enter a valid phone number. If it is from abroad, add the country code, such as +1',
    status: 422,
    code: 'invalid_phone',
  },
  {
    name: 'a mobile of 31 characters',
    field: 'mobile',
    text: '0'.repeat(31),
    words: 'At most 30 characters; this is 31.',
    ...badRequest,
  },
] as const

test.describe('is refused at its field, and nothing is stored', () => {
  test('names and numbers', async ({ page, venues }) => {
    expectRefusals(page, 400)
    const venue = await venues.open(plain)
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await guest.waitUntilHydrated()
    for (const { name, field, text, words, ...expected } of refusals) {
      await test.step(name, async () => {
        await guest.fillDetails(person)
        await put(page, labels[field], text)
        await guest.continueButton.click()
        await expect(page.locator(`#${field}-error`)).toHaveText(words)
        await expect(page.locator(`#${field}`)).toHaveAttribute('aria-invalid', 'true')
        await expect(page).toHaveURL(new RegExp(`/${venue.key}$`))
        expect(await responseTo(page, venue, { [field]: text })).toEqual({ ...expected, fields: [field] })
      })
    }
    expect(await venues.written(venue)).toEqual(nothing)
  })

  test('11 dependants: the phone offers ten and more as one, the API takes no 11', async ({
    page,
    venues,
  }) => {
    const venue = await venues.open(plain)
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await expect(page.getByLabel('Dependants').locator('option').last()).toHaveText('10+')
    await expect(page.getByLabel('Dependants').locator('option')).toHaveCount(11)
    expect(await responseTo(page, venue, { dependents: 11 })).toEqual({
      ...badRequest,
      fields: ['dependents'],
    })
    expect(await venues.written(venue)).toEqual(nothing)
  })

  test('a mountain of marks: six of them stay', async ({ page, venues }) => {
    const venue = await venues.open(plain)
    const { status } = await responseTo(page, venue, { lastName: `q${'\u0307'.repeat(300)}` })
    expect(status).toBe(200)
    expect((await venues.written(venue)).visits).toEqual([`${person.firstName} q${'\u0307'.repeat(6)}`])
  })

  test('a NUL: the phone leaves it out, the API takes none', async ({ page, venues }) => {
    const venue = await venues.open(plain)
    expect(await responseTo(page, venue, { firstName: 'I\u0000da' })).toEqual({
      ...badRequest,
      fields: ['firstName'],
    })
    expect(await venues.written(venue)).toEqual(nothing)
    const guest = new GuestPage(page)
    await guest.scan(venue.key)
    await guest.waitUntilHydrated()
    await guest.fillDetails(person)
    await put(page, 'First name', 'I\u0000da')
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
    expect((await venues.written(venue)).visits).toEqual(['Ida Brandt'])
  })
})

test('any name and any number is as good as another, and stands on the pass as it is stored', async ({
  page,
  venues,
}) => {
  const venue = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.scan(venue.key)
  await guest.waitUntilHydrated()
  const names: [typed: string, stored: string][] = [
    ['Q', 'Q'],
    ['ñ'.repeat(40), 'ñ'.repeat(40)],
    ['王小明', '王小明'],
    ['محمد', 'محمد'],
    ['Zoe\u0308', 'Zoë'],
    ['  Mary \t Ann ', 'Mary Ann'],
    ['👩🏽‍🚀', '👩🏽‍🚀'],
    ['Sinéad-Ó’Hara', 'Sinéad-Ó’Hara'],
  ]
  const mobiles = [
    '0491570156',
    '(04) 9157-0156',
    '+61 491 570 156',
    '+44 7911 123456',
    '0011 34 612 34 56 78',
  ]
  for (const [at, [typed, stored]] of names.entries()) {
    await guest.fillDetails({ ...person, mobile: mobiles[at % mobiles.length] ?? '' })
    await put(page, 'First name', typed)
    await guest.continueButton.click()
    await expect(guest.pass).toBeVisible()
    await expect(page.getByText(`${stored} Brandt`)).toBeVisible()
    await page.getByRole('button', { name: 'Sign in someone else' }).click()
  }
  expect((await venues.written(venue)).visits).toEqual(names.map(([, stored]) => `${stored} Brandt`))
})

test.describe('a page that is not there tells visitor and staff what to do', () => {
  for (const what of ['method', 'site', 'client'] as const) {
    test(`a closed ${what}`, async ({ page, venues }) => {
      expectRefusals(page, 404)
      const venue = await venues.open(plain)
      await venues.close(venue, what)
      await page.goto(`/${venue.key}`)
      await expectUnavailable(page)
      const data = await page.request.get(`/api/checkin/machine-data?method=${venue.key}`)
      expect(data.status()).toBe(404)
      expect(await responseTo(page, venue, {})).toEqual({ status: 404, code: 'not_found', fields: [] })
      expect(await venues.written(venue)).toEqual(nothing)
    })
  }

  test('a key with a letter that no key has', async ({ page }) => {
    expectRefusals(page, 404)
    for (const key of ['GATO', 'g4t0']) {
      await page.goto(`/${key}`)
      await expectUnavailable(page)
    }
    const data = await page.request.get('/api/checkin/machine-data?method=GATO')
    expect(data.status()).toBe(404)
    expect(await data.json()).toMatchObject({ code: 'not_found' })
  })

  test('an address that is no page of staff', async ({ page }) => {
    expectRefusals(page, 404)
    const paths = ['GATE5', 'GATEE', 'gatex', 'GATE%', '%ff', 'GATE.html']
    for (const path of paths) {
      const response = await page.goto(`/${path}`)
      expect(response?.status()).toBe(404)
      await expectUnavailable(page)
    }
  })

  test('an address that cannot be decoded, whatever the caller accepts', async ({ request, baseURL }) => {
    for (const path of ['/GATE%', '/GATE%2', '/GATE%zz', '/%ff', '/%']) {
      for (const accept of ['text/html', '*/*']) {
        const response = await request.get(`${baseURL ?? ''}${path}`, { headers: { accept } })
        expect(response.status(), path).toBe(404)
        expect(response.headers()['content-type']).toContain('text/html')
        expect(await response.text()).toContain('Sign-in page is unavailable')
      }
    }
    expect((await request.get(`${baseURL ?? ''}/api/%`)).headers()['content-type']).toContain('json')
  })

  test('a key in another spelling leads to its page', async ({ page, baseURL }) => {
    for (const path of ['//GATE', '/%47ATE', '/g%41te/']) {
      await page.goto(`${baseURL ?? ''}${path}`)
      await expect(page).toHaveURL(/[^/]\/GATE$/)
      await expect(page.getByRole('heading', { name: 'Harbour Gallery' })).toBeVisible()
    }
  })
})

async function expectUnavailable(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign-in page is unavailable' })).toBeVisible()
  await expect(page.getByText('Visitors: please sign in manually')).toBeVisible()
  await expect(page.getByText('Please make sure that the QR code is set up')).toBeVisible()
}

test('a code of another site is wrong, and stays good at its own', async ({ page, venues }) => {
  const venue = await venues.open(measuring)
  const elsewhere = await venues.open(measuring)
  const code = await venues.measure(elsewhere, 36.6)
  const guest = new GuestPage(page)
  await guest.goToCode(venue.key, person)
  await guest.codeField.fill(code)
  await expect(page.getByText('Please try again.')).toBeVisible()
  const answer = await page.request.post('/api/checkin', {
    data: { ...person, machineId: venue.id, verificationCode: code },
  })
  expect(await answer.json()).toMatchObject({ invalidCode: true, checkOutToken: null })
  expect(await venues.written(venue)).toEqual(nothing)
  await guest.goToCode(elsewhere.key, person)
  await guest.codeField.fill(code)
  await expect(guest.pass).toBeVisible()
})

test('a token cut by one character ends no visit, and says who can', async ({ page, venues }) => {
  expectRefusals(page, 404)
  const venue = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.signIn(venue.key, person)
  const checkOutToken = await page.evaluate((key) => {
    const records = JSON.parse(localStorage.getItem('gatehouse.check-ins') ?? '{}')
    records[key].checkOutToken = records[key].checkOutToken.slice(0, -1)
    localStorage.setItem('gatehouse.check-ins', JSON.stringify(records))
    return records[key].checkOutToken as string
  }, venue.key)
  await page.goto(`/${venue.key}/checkout`)
  await guest.checkOutButton.click()
  await expect(page.getByText('We couldn’t find your sign-in.')).toBeVisible()
  await expect(guest.checkOutButton).toBeVisible()
  const answer = await page.request.post('/api/checkin/checkout', {
    data: { checkOutToken, time: new Date().toISOString() },
  })
  expect(answer.status()).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'not_found' })
})
