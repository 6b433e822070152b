import type { Page } from '@playwright/test'
import { type CuttingProxy, openCuttingProxy } from '../cutting-proxy.ts'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import type { Visitor } from '../pages/guest-page.ts'
import { KioskPage } from '../pages/kiosk-page.ts'
import { enter } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'

test.use({ viewport: { width: 1024, height: 768 } })

const kiosk = { ...plain, kiosk: true }
const ana: Visitor = { firstName: 'Ana', lastName: 'Silva', mobile: '0491 570 156' }
const ben: Visitor = { firstName: 'Ben', lastName: 'Okafor', mobile: '0491 570 157' }

let proxy: CuttingProxy
test.beforeEach(async ({ baseURL }) => {
  proxy = await openCuttingProxy(baseURL ?? '')
})
test.afterEach(() => proxy.close())

/** All that the browser has stored for the kiosk, as text. */
const storedText = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open('gatehouse.kiosk')
    const database = await new Promise<IDBDatabase>((resolve) => {
      request.addEventListener('success', () => resolve(request.result))
    })
    const all = (store: string) =>
      new Promise<unknown[]>((resolve) => {
        const asked = database.transaction(store).objectStore(store).getAll()
        asked.addEventListener('success', () => resolve(asked.result))
      })
    const rows = (await all('records')) as { data: ArrayBuffer }[]
    const keys = (await all('keys')).filter((stored) => stored instanceof CryptoKey)
    database.close()
    const texts = rows.map(({ data, ...row }) => new TextDecoder('latin1').decode(data) + JSON.stringify(row))
    return {
      rows: rows.length,
      text: texts.join(''),
      others: localStorage.length + sessionStorage.length,
      isKeyExtractable: keys.map(({ extractable }) => extractable),
    }
  })

test(
  'two visitors in a row without a network: each is stored, neither sees the other, both arrive with their time',
  { tag: '@gate' },
  async ({ page, context, venues }) => {
    expectRefusals(page, 0)
    const venue = await venues.open(kiosk)
    const guest = new KioskPage(page, proxy.url)
    await guest.start(venue.key)
    await context.setOffline(true)
    const before = Date.now()
    await guest.arriveWithoutNetwork(ana)
    await expect(page.getByText('1 sign-in is stored here')).toBeVisible()
    await expect(page.getByText('Ana')).toHaveCount(0)
    await guest.signInWay.click()
    for (const field of ['First name', 'Last name', 'Mobile'])
      await expect(page.getByLabel(field)).toHaveValue('')
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    await guest.fillDetails(ben)
    await guest.continueButton.click()
    await expect(guest.stored).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByRole('main')).not.toContainText('Ben')
    await guest.doneButton.click()
    await expect(page.getByText('2 sign-ins are stored here')).toBeVisible()
    const stored = await storedText(page)
    expect(stored).toMatchObject({ rows: 2, others: 0, isKeyExtractable: [false] })
    // Encrypted text may hold a short word by chance.
    for (const word of ['Silva', 'Okafor', '491570', '491 570']) expect(stored.text).not.toContain(word)
    expect(await venues.written(venue)).toMatchObject({ visits: [] })
    const after = Date.now()

    await context.setOffline(false)
    await expect.poll(async () => (await venues.written(venue)).visits).toEqual(['Ana Silva', 'Ben Okafor'])
    await expect(page.getByText('stored here')).toHaveCount(0)
    expect((await storedText(page)).rows).toBe(0)
    const times = await venues.arrivals(venue)
    expect(times.map(({ offline }) => offline)).toEqual([true, true])
    for (const { signedInAt } of times) {
      // The kiosk's clock is compared over the network.
      expect(Date.parse(signedInAt)).toBeGreaterThan(before - 5000)
      expect(Date.parse(signedInAt)).toBeLessThan(after + 5000)
    }
  },
)

test('the power fails without a network: the sign-in is there when the kiosk starts again', async ({
  page,
  context,
  venues,
}) => {
  expectRefusals(page, 0)
  const venue = await venues.open(kiosk)
  const guest = new KioskPage(page, proxy.url)
  await guest.start(venue.key)
  await context.setOffline(true)
  await guest.arriveWithoutNetwork(ana)
  // Without a network the page can't be loaded; its stored data stays.
  await page.reload().catch(() => {})
  await page.close()
  await context.setOffline(false)
  const again = new KioskPage(await context.newPage(), proxy.url)
  await again.start(venue.key)
  await expect.poll(async () => (await venues.written(venue)).visits).toEqual(['Ana Silva'])
  await expect(again.page.getByText('Ana')).toHaveCount(0)
})

for (const moment of ['before the server has it', 'before the answer', 'within the answer'] as const) {
  test(`cut ${moment}: one visit under one key`, async ({ page, venues }) => {
    expectRefusals(page, 0)
    const venue = await venues.open(kiosk)
    const guest = new KioskPage(page, proxy.url)
    await guest.start(venue.key)
    proxy.cut(moment)
    await guest.arriveWithoutNetwork(ana)
    await expect(page.getByText('1 sign-in is stored here')).toBeVisible()
    proxy.cut(undefined)
    await expect(page.getByText('stored here')).toHaveCount(0, { timeout: 25_000 })
    expect((await venues.written(venue)).visits).toEqual(['Ana Silva'])
    expect(new Set(proxy.keys).size).toBe(1)
    expect(proxy.keys.length).toBeGreaterThan(1)
  })
}

for (const [name, answer] of [
  ['the page of a portal', { contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }],
  ['a portal that answers in JSON', { json: { login: 'https://portal.example/' } }],
  ['a refusal in JSON', { status: 403, json: { code: 'blocked_by_policy', message: 'Blocked.' } }],
] as const)
  test(`what is stored stays, and is sent again, where something else answers: ${name}`, async ({
    page,
    venues,
  }) => {
    expectRefusals(page, 0, ...('status' in answer ? [answer.status] : []))
    const venue = await venues.open(kiosk)
    const guest = new KioskPage(page)
    await page.route('**/api/checkin', (route) => route.abort('connectionreset'))
    await guest.start(venue.key)
    await guest.arriveWithoutNetwork(ana)
    await expect(page.getByText('1 sign-in is stored here')).toBeVisible()
    await page.unroute('**/api/checkin')
    await page.route('**/api/checkin', (route) => route.fulfill(answer))
    const foreign = page.waitForResponse('**/api/checkin')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await (await foreign).finished()
    await guest.start(venue.key)
    await expect(page.getByText('1 sign-in is stored here')).toBeVisible()
    expect((await storedText(page)).rows).toBe(1)
    expect((await venues.written(venue)).visits).toEqual([])
    await page.unroute('**/api/checkin')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('stored here')).toHaveCount(0)
    expect((await venues.written(venue)).visits).toEqual(['Ana Silva'])
    expect((await storedText(page)).rows).toBe(0)
  })

test('the power fails while the server answers: one visit, and nothing is left on the kiosk', async ({
  page,
  context,
  venues,
}) => {
  const venue = await venues.open(kiosk)
  const guest = new KioskPage(page, proxy.url)
  await guest.start(venue.key)
  const isSent = page.waitForRequest((request) => request.url().endsWith('/api/checkin'))
  await guest.arrive(ana)
  await isSent
  await page.close()
  const again = new KioskPage(await context.newPage(), proxy.url)
  await again.start(venue.key)
  await expect.poll(async () => (await venues.written(venue)).visits).toEqual(['Ana Silva'])
  await expect.poll(async () => (await storedText(again.page)).rows).toBe(0)
  expect((await venues.written(venue)).visits).toEqual(['Ana Silva'])
})

test('a tablet whose database does not answer starts all the same', async ({ page, venues }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
  const venue = await venues.open(kiosk)
  const guest = new KioskPage(page)
  await guest.signIn(venue.key, ana)
  expect((await venues.written(venue)).visits).toEqual(['Ana Silva'])
})

test('a confirmation on a tablet that loses its network speaks of no page to keep', async ({
  page,
  context,
  venues,
}) => {
  const venue = await venues.open(kiosk)
  const guest = new KioskPage(page)
  await guest.signIn(venue.key, ana)
  await context.setOffline(true)
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(page.getByText('No network')).toHaveCount(0)
  await expect(guest.pass).toBeVisible()
})

test('a number that its visitor confirmed is stored as confirmed', async ({ page, context, venues }) => {
  expectRefusals(page, 0)
  const venue = await venues.open({ ...kiosk, config: { ...kiosk.config, acceptsUnknownMobiles: true } })
  const guest = new KioskPage(page, proxy.url)
  await guest.start(venue.key)
  await context.setOffline(true)
  await guest.arrive({ ...ana, mobile: '0912 345 678' })
  await page.getByRole('button', { name: 'Use it anyway' }).click()
  await guest.continueButton.click()
  await expect(guest.stored).toBeVisible()
  await context.setOffline(false)
  await expect.poll(async () => (await venues.written(venue)).visits).toEqual(['Ana Silva'])
})

test('with an answer at once nothing is stored, and a wrong answer is the visitor’s to correct', async ({
  page,
  venues,
}) => {
  const venue = await venues.open(kiosk)
  const guest = new KioskPage(page, proxy.url)
  await guest.signIn(venue.key, ana)
  await expect.poll(async () => (await storedText(page)).rows).toBe(0)
  expect(await venues.arrivals(venue)).toMatchObject([{ offline: false }])
})

test('without a network one cannot sign out, and is told what to do', async ({ page, context, venues }) => {
  expectRefusals(page, 0)
  const venue = await venues.open(kiosk)
  const guest = new KioskPage(page, proxy.url)
  await guest.signIn(venue.key, ana)
  await guest.doneButton.click()
  await expect(guest.signOutWay).toBeVisible()
  await context.setOffline(true)
  await guest.findOwn(ana, '156')
  await expect(page.getByText('Please sign out with a member of staff.')).toBeVisible()
  // All languages are available without a network.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.getByRole('button', { name: 'Registrarse' })).toBeVisible()
})

test('a temperature code that cannot be checked sends the visitor to staff', async ({
  page,
  context,
  venues,
}) => {
  expectRefusals(page, 0)
  const venue = await venues.open({ ...kiosk, useTemperature: true })
  const guest = new KioskPage(page, proxy.url)
  const code = await venues.measure(venue, 36.6)
  await guest.start(venue.key)
  await context.setOffline(true)
  await guest.arrive(ana)
  await guest.codeField.fill(code)
  await expect(guest.stored).toBeVisible()
  await expect(page.getByText('See a member of staff before you go in.')).toBeVisible()
})

test('a tablet that is moved to another method tells of what waits at each of them', async ({
  page,
  venues,
}) => {
  expectRefusals(page, 0)
  const [first, second] = [await venues.open(kiosk), await venues.open(kiosk)]
  const told = new Map<string, number>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/kiosk-report')) return
    const { machineId, waiting } = request.postDataJSON() as { machineId: string; waiting: number }
    told.set(machineId, waiting)
  })
  const guest = new KioskPage(page)
  await page.route('**/api/checkin', (route) => route.abort('connectionreset'))
  await guest.start(first.key)
  await guest.arriveWithoutNetwork(ana)
  await guest.arriveWithoutNetwork(ben)
  await guest.start(second.key)
  await guest.arriveWithoutNetwork({ ...ana, firstName: 'Carl' })
  await expect(page.getByText('3 sign-ins are stored here')).toBeVisible()
  await expect.poll(() => [told.get(first.id), told.get(second.id)]).toEqual([2, 1])
  await page.unroute('**/api/checkin')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('stored here')).toHaveCount(0)
  await expect.poll(() => [told.get(first.id), told.get(second.id)]).toEqual([0, 0])
  expect((await venues.written(first)).visits).toEqual(['Ana Silva', 'Ben Okafor'])
  expect((await venues.written(second)).visits).toEqual(['Carl Silva'])
})

test('staff see what waits on the kiosk, who was sent later, and whom the server refused', async ({
  page,
  context,
  browser,
  baseURL,
  venues,
}) => {
  expectRefusals(page, 0)
  const venue = await venues.open({ ...kiosk, siteName: 'Tidewater Pavilion' })
  const admin = await venues.appoint(venue)
  const guest = new KioskPage(page, proxy.url)
  await guest.start(venue.key)
  // The report arrives, and the sign-ins do not.
  proxy.cut('before the server has it')
  await guest.arriveWithoutNetwork(ana)
  await guest.arriveWithoutNetwork({ ...ben, firstName: 'Carl' })
  await guest.arriveWithoutNetwork(ben)
  await venues.ban(venue, ben)

  const desk = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    viewport: { width: 1440, height: 900 },
    locale: 'en-AU',
  })
  const staff = await desk.newPage()
  await enter(staff, admin.email, admin.password)
  await staff.getByRole('link', { name: 'Checked In Users' }).click()
  await expect(staff.getByText('3 waiting')).toBeVisible()
  await expect(staff.getByText('Tidewater Pavilion').first()).toBeVisible()
  await staff.getByRole('link', { name: 'Sign-In Methods' }).click()
  await expect(staff.getByRole('main').getByText('3 waiting')).toBeVisible()
  await staff.getByRole('link', { name: 'Checked In Users' }).click()

  proxy.cut(undefined)
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(page.getByText('stored here')).toHaveCount(0)
  expect(await venues.written(venue)).toEqual({
    visits: ['Ana Silva', 'Carl Okafor'],
    refusals: ['Ben Okafor'],
  })
  await expect(staff.getByText('3 waiting')).toHaveCount(0, { timeout: 20_000 })
  await expect(staff.getByRole('row', { name: /Ana Silva/ }).getByText('Sent later')).toBeVisible()
  await staff.reload()
  await staff.getByRole('button', { name: /^Notifications/ }).click()
  await expect(
    staff.getByText(/^Ben Okafor signed in at .+ refused when it arrived: the person is banned\./),
  ).toBeVisible()
  await desk.close()
})
