import type { Locator } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { GuestPage, type Visitor } from '../pages/guest-page.ts'
import { everything, plain } from '../pages/venue-plans.ts'

const person: Visitor = { firstName: 'Maeve', lastName: 'Okafor', mobile: '0491 570 156' }

/** The attributes that decide a phone's keyboard, autofill and zoom. */
const keyboardOf = (field: Locator) =>
  field.evaluate((node) => {
    const { type, inputMode, autocomplete } = node as HTMLInputElement
    return { type, inputMode, autocomplete, size: Number.parseFloat(getComputedStyle(node).fontSize) }
  })

test('every field has its keyboard and its autofill, and is large enough that no phone zooms', async ({
  page,
  venues,
}) => {
  const { key } = await venues.open(everything)
  const guest = new GuestPage(page)
  await guest.scan(key)
  await guest.waitUntilHydrated()
  const expected = {
    'First name': { type: 'text', inputMode: '', autocomplete: 'given-name' },
    'Last name': { type: 'text', inputMode: '', autocomplete: 'family-name' },
    Mobile: { type: 'tel', inputMode: 'tel', autocomplete: 'tel' },
  }
  for (const [label, wanted] of Object.entries(expected)) {
    const { size, ...keyboard } = await keyboardOf(page.getByLabel(label))
    expect(keyboard, label).toEqual(wanted)
    expect(size, label).toBeGreaterThanOrEqual(16)
  }
  for (const label of ['Dependants', 'Language'])
    expect((await keyboardOf(page.getByLabel(label))).size, label).toBeGreaterThanOrEqual(16)

  await guest.fillDetails(person)
  await guest.continueButton.click()
  expect((await keyboardOf(page.getByLabel('Who are you visiting?'))).size).toBeGreaterThanOrEqual(16)
  // The whole row is the target.
  const rows = page.locator('label').filter({ has: page.locator('input[type=radio], input[type=checkbox]') })
  await expect(rows).toHaveCount(8)
  for (const row of await rows.all()) {
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await row.click({ position: { x: 4, y: 4 } })
    await expect(row.locator('input')).toBeChecked()
  }
  await guest.answerEverything({ isWell: true })
  await guest.continueButton.click()
  const { size, ...keyboard } = await keyboardOf(guest.codeField)
  expect(keyboard).toEqual({ type: 'text', inputMode: 'numeric', autocomplete: 'one-time-code' })
  expect(size).toBeGreaterThanOrEqual(16)
})

test('a step opens after those before it, and going back keeps the answers', async ({ page, venues }) => {
  const { key } = await venues.open(everything)
  const guest = new GuestPage(page)
  for (const step of ['questions', 'code', 'complete', 'checkout', 'checkedout']) {
    await page.goto(`/${key}/${step}`)
    await expect(page).toHaveURL(new RegExp(`/${key}$`))
    await expect(guest.continueButton).toBeVisible()
  }
  const menu = page.getByRole('navigation', { name: 'Steps' })
  await expect(menu.getByRole('listitem')).toHaveText(['1Details', '2Questions', '3Enter Code'])
  await expect(menu.getByRole('link')).toHaveCount(0)
  await guest.fillDetails(person)
  await guest.continueButton.click()
  await guest.answerEverything({ isWell: true })
  await guest.continueButton.click()
  await expect(guest.codeField).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Who are you visiting?')).toHaveValue('Ada')
  await expect(page.getByRole('radio', { name: 'Crew' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Tools' })).toBeChecked()
  await page.goBack()
  await expect(page.getByLabel('Last name')).toHaveValue(person.lastName)
  await menu.getByRole('link', { name: 'Enter Code' }).click()
  await expect(guest.codeField).toBeVisible()
})

test('nothing is said before a field was left, and nothing typed is rewritten', async ({ page, venues }) => {
  const { key } = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.scan(key)
  await guest.waitUntilHydrated()
  const mobile = page.getByLabel('Mobile')
  const typed = '(04) 91 570-'
  await mobile.pressSequentially(typed)
  await expect(mobile).toHaveValue(typed)
  await expect(mobile).not.toHaveAttribute('aria-invalid')
  await page.getByLabel('First name').focus()
  await expect(page.locator('#mobile-error')).toHaveText(
    'Please enter a valid phone number. If it is from abroad, add the country code, such as +1',
  )
  await expect(page.locator('#mobile-error')).toHaveAttribute('aria-live', 'polite')
  // A field left empty by Tab has no error yet.
  await page.getByLabel('Last name').focus()
  await expect(page.getByLabel('First name')).not.toHaveAttribute('aria-invalid')
  await mobile.press('End')
  await mobile.pressSequentially('156')
  await expect(mobile).toHaveValue(`${typed}156`)
  await expect(mobile).not.toHaveAttribute('aria-invalid')
})

test('a pass that is looked at only asks for a muster and for its end, and needs no permission', async ({
  page,
  venues,
}) => {
  const { key } = await venues.open(plain)
  await page.clock.install()
  const guest = new GuestPage(page)
  await guest.signIn(key, person)
  // The page of the pass is fetched once.
  await page.waitForLoadState('networkidle')
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.clock.runFor(3_600_000)
  await expect(guest.pass).toBeVisible()
  const minutes = 60
  const asked = { '/api/checkin/muster': 3 * minutes, '/api/checkin/stay': minutes }
  // The browser fetches the tab's icon at any time.
  expect(calls.filter((path) => !(path in asked) && !path.startsWith('/_/guest/icons/'))).toEqual([])
  for (const [path, most] of Object.entries(asked))
    expect(calls.filter((call) => call === path).length).toBeLessThanOrEqual(most + 1)
  const answer = await page.request.get(`/${key}`)
  expect(answer.headers()['permissions-policy']).toContain('camera=()')
  expect(answer.headers()['permissions-policy']).toContain('geolocation=()')
})

test('a copied number loses what nobody sees, and one from abroad is asked for its country code', async ({
  page,
  venues,
}) => {
  const { key } = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.scan(key)
  await guest.waitUntilHydrated()
  const mobile = page.getByLabel('Mobile')
  await mobile.fill('\u202atel:+61\u00ad491\u200b570156\u202c')
  await expect(mobile).toHaveValue('+61491570156')
  await mobile.fill('tel://+61491570156')
  await expect(mobile).toHaveValue('+61491570156')
  await guest.fillDetails({ ...person, mobile: '(212) 555-2368' })
  await guest.continueButton.click()
  await expect(page.locator('#mobile-error')).toContainText('add the country code, such as +1')
  await mobile.fill('+1 (212) 555-2368')
  await guest.continueButton.click()
  await expect(guest.pass).toBeVisible()
})

test('a limit is named in numbers', async ({ page, venues }) => {
  const { key } = await venues.open(plain)
  const guest = new GuestPage(page)
  await guest.scan(key)
  await guest.waitUntilHydrated()
  await guest.fillDetails({ firstName: 'é'.repeat(43), lastName: 'x'.repeat(40), mobile: '4'.repeat(33) })
  await guest.continueButton.click()
  await expect(page.locator('#firstName-error')).toHaveText('At most 40 characters; this is 43.')
  await expect(page.locator('#lastName-error')).toBeEmpty()
  await expect(page.locator('#mobile-error')).toHaveText('At most 30 characters; this is 33.')
})

test('the name of a host has a limit that is named, and nothing of it is cut', async ({ page, venues }) => {
  const venue = await venues.open({ ...plain, asksHost: true })
  const guest = new GuestPage(page)
  await guest.scan(venue.key)
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await guest.continueButton.click()
  const host = page.getByLabel('Who are you visiting?')
  const long = 'Ada '.repeat(60).trim()
  await host.focus()
  await page.keyboard.insertText(long)
  await expect(host).toHaveValue(long)
  await expect(page.locator('#host-error')).toHaveText('At most 200 characters; this is 239.')
  await guest.continueButton.click()
  await expect(page.getByRole('alert')).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'At most 200 characters' }).click()
  await expect(host).toBeFocused()
  await host.fill('Ada Lovelace')
  await guest.continueButton.click()
  await expect(guest.pass).toBeVisible()
})

test('errors of answers say what to do, and a question that was not in view has none', async ({
  page,
  venues,
}) => {
  const { key } = await venues.open({
    ...everything,
    questions: everything.questions.map((question) =>
      question.id === 'host' ? Object.assign({ roles: ['Crew'] }, question) : question,
    ),
  })
  const guest = new GuestPage(page)
  await guest.scan(key)
  await guest.waitUntilHydrated()
  await guest.fillDetails(person)
  await guest.continueButton.click()
  await page.getByText('Artist', { exact: true }).click()
  await guest.continueButton.click()
  const summary = page.getByRole('alert')
  await expect(summary).toContainText('Please check your answers')
  await page.getByText('Crew', { exact: true }).click()
  const host = page.getByLabel('Who are you visiting?')
  await expect(host).toBeVisible()
  await expect(host).not.toHaveAttribute('aria-invalid')
  await expect(summary).not.toContainText('Who are you visiting?')

  await guest.answerEverything({ isWell: false })
  await guest.continueButton.click()
  await expect(page.getByRole('heading', { name: 'You can’t sign in with this answer' })).toBeVisible()
  await page.getByRole('button', { name: 'I answered by mistake' }).click()
  await page.getByText('Yes', { exact: true }).click()
  await host.fill('x'.repeat(2500))
  await guest.continueButton.click()
  await expect(page.locator('p', { hasText: 'At most 2,000 characters; this is 2,500.' })).toBeVisible()
  await expectAccessible(page)
})

test('a number that the numbering plan does not know can be confirmed where the client allows it', async ({
  page,
  venues,
}) => {
  const guest = new GuestPage(page)
  const anyway = page.getByRole('button', { name: 'Use it anyway' })
  const unknown = { ...person, mobile: '0912 345 678' }
  const strict = await venues.open(plain)
  await guest.scan(strict.key)
  await guest.waitUntilHydrated()
  await guest.fillDetails(unknown)
  await guest.continueButton.click()
  await expect(page.locator('#mobile-error')).toBeVisible()
  await expect(anyway).toHaveCount(0)

  const venue = await venues.open({ ...plain, config: { ...plain.config, acceptsUnknownMobiles: true } })
  await guest.scan(venue.key)
  await guest.waitUntilHydrated()
  // A text that can't be a number can't be confirmed.
  await guest.fillDetails({ ...unknown, mobile: '12' })
  await guest.continueButton.click()
  await expect(page.locator('#mobile-error')).not.toBeEmpty()
  await expect(anyway).toHaveCount(0)
  await page.getByLabel('Mobile').fill(unknown.mobile)
  await expectAccessible(page)
  await anyway.click()
  await expect(page.getByLabel('Mobile')).toBeFocused()
  await expect(page.getByLabel('Mobile')).not.toHaveAttribute('aria-invalid')
  await page.reload()
  await guest.continueButton.click()
  await expect(guest.pass).toBeVisible()
  expect((await venues.written(venue)).visits).toHaveLength(1)
})
