import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { keepPicture } from '../pages/appearance.ts'
import { expectFocusKept, watchFocus } from '../pages/focus.ts'
import type { Visitor } from '../pages/guest-page.ts'
import { KioskPage } from '../pages/kiosk-page.ts'
import { callsAs } from '../pages/staff-pages.ts'
import { everything, plain } from '../pages/venue-plans.ts'
import { askDatabase } from '../server-tools.ts'

test.use({ viewport: { width: 1024, height: 768 } })

const kiosk = { ...plain, kiosk: true }
const person: Visitor = { firstName: 'Wilhelmina', lastName: 'Private', mobile: '0491 570 159' }

test(
  'after the confirmation the return is announced, and nothing is left, not even for the back button',
  { tag: '@gate' },
  async ({ page, venues }) => {
    await page.clock.install()
    const { key } = await venues.open(kiosk)
    const guest = new KioskPage(page)
    await guest.signIn(key, person)
    // A screen reader moves to the confirmation, and announces the return once.
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page).toHaveTitle('Signed In – Saltpan Theatre')
    await expect(page.getByRole('timer')).toHaveText(/^Back to the start in \d+ seconds$/)
    // The clock goes on, also on a slow machine.
    await page.clock.runFor(15_000)
    await expect(page.getByRole('timer')).toHaveText(/^Back to the start in (\d|1[0-5]) seconds$/)
    await expect(page.getByRole('status')).toHaveText('This page returns to the start soon.')
    await expect(guest.pass).toBeVisible()
    await page.getByRole('button', { name: 'More time' }).click()
    await expect(page.getByRole('timer')).toHaveText(/^Back to the start in (29|30) seconds$/)
    // Further touches don't extend the time.
    for (let touches = 0; touches < 6; touches += 1) {
      await page.clock.runFor(700)
      await page.keyboard.press('Shift')
    }
    await expect(page.getByRole('timer')).toHaveText(/^Back to the start in (29|30) seconds$/)
    await page.clock.runFor(31_000)
    await expect(guest.signInWay).toBeVisible()
    for (const keys of ['Alt+ArrowLeft', 'Alt+ArrowLeft', 'Alt+ArrowRight']) {
      await page.keyboard.press(keys)
      await expect(guest.signInWay).toBeVisible()
      await expect(page.getByText('Wilhelmina')).toHaveCount(0)
    }
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
    await page.reload()
    await guest.signInWay.click()
    await expect(page.getByLabel('First name')).toHaveValue('')
  },
)

test('left alone in the middle it counts down before it empties itself; touched, it waits', async ({
  page,
  venues,
}) => {
  await page.clock.install()
  const { key } = await venues.open(kiosk)
  const guest = new KioskPage(page)
  await watchFocus(page)
  await guest.openForm(key)
  await guest.fillDetails(person)
  await page.clock.runFor(65_000)
  await page.mouse.click(5, 5)
  await page.clock.runFor(65_000)
  await expect(guest.stillThere).toBeHidden()
  await page.clock.runFor(6_000)
  await expect(guest.stillThere).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^(19|20) seconds$/)
  await page.clock.runFor(5000)
  await expect(page.getByRole('timer')).toHaveText(/^1[45] seconds$/)
  await expectAccessible(page)
  const stay = guest.stillThere.getByRole('button', { name: 'I am still here' }).last()
  await expect(stay).toBeFocused()
  await stay.press('Enter')
  await expect(guest.stillThere).toBeHidden()
  await expect(page.getByLabel('First name')).toHaveValue('Wilhelmina')
  await expectFocusKept(page)
  await page.clock.runFor(71_000)
  await page.keyboard.press('Escape')
  await expect(guest.stillThere).toBeHidden()
  await page.clock.runFor(91_000)
  await expect(guest.signInWay).toBeVisible()
  await guest.signInWay.click()
  await expect(page.getByLabel('First name')).toHaveValue('')
})

test('what one visitor chose or left out is not the next one’s', async ({ page, venues }) => {
  await page.clock.install()
  const { key } = await venues.open(kiosk)
  const guest = new KioskPage(page)
  await guest.start(key)
  await page.getByRole('button', { name: 'Español' }).click()
  await page.getByRole('button', { name: 'Registrarse' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.clock.runFor(91_000)
  await guest.signInWay.click()
  await expect(page.getByLabel('First name')).toHaveValue('')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('First name')).not.toHaveAttribute('aria-invalid')
})

for (const [width, height] of [
  [1024, 768],
  [1280, 800],
  [768, 1024],
  [800, 1280],
] as const) {
  test(`at ${width} × ${height} the start is in sight without scrolling, with large targets in one rhythm`, async ({
    page,
    venues,
  }) => {
    await page.setViewportSize({ width, height })
    const { key } = await venues.open(kiosk)
    const guest = new KioskPage(page)
    await guest.start(key)
    const controls = page.getByRole('main').getByRole('button')
    await expect(controls).toHaveText([/^Sign in/, /^Sign out/, 'English (US)', 'English (AU)', 'Español'], {
      useInnerText: true,
    })
    const boxes = await Promise.all((await controls.all()).map((control) => control.boundingBox()))
    const heights = boxes.map((box) => Math.round(box?.height ?? 0))
    expect(new Set(heights.slice(0, 2)).size).toBe(1)
    expect(new Set(heights.slice(2)).size).toBe(1)
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(56)
    expect(heights[0]).toBeGreaterThanOrEqual(128)
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)
    for (const control of await controls.all()) await expect(control).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { name: 'Saltpan Theatre' })).toBeInViewport({ ratio: 1 })
    await expect(page.locator('footer')).toHaveCount(0)
    await expectAccessible(page)
  })
}

for (const [width, height] of [
  [1024, 768],
  [768, 1024],
] as const) {
  test(`at ${width} × ${height} the form is whole without scrolling, and its rows have no hole`, async ({
    page,
    venues,
  }) => {
    await page.setViewportSize({ width, height })
    const { key } = await venues.open(kiosk)
    const guest = new KioskPage(page)
    await guest.openForm(key)
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)
    const above = await page.getByLabel('First name').boundingBox()
    const below = await page.getByText('Mobile').boundingBox()
    if (width === 1024) expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(48)
  })
}

for (const [width, height] of [
  [1024, 768],
  [1280, 800],
  [768, 1024],
] as const) {
  test(`at ${width} × ${height} the way out of the form is in sight below a name of two lines and the steps`, async ({
    page,
    venues,
  }) => {
    await page.setViewportSize({ width, height })
    // Two lines long at this width.
    const siteName = `Harbour Offices and Conference Centre, ${width > height ? 'North Wing beside the Gallery, ' : ''}Level 12`
    const { key } = await venues.open({ ...everything, siteName, kiosk: true })
    const guest = new KioskPage(page)
    await guest.openForm(key)
    await expect(page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem')).toHaveCount(3)
    const name = page.getByRole('banner').getByText(siteName)
    const { height: drawn, line } = await name.evaluate((heading) => ({
      height: heading.getBoundingClientRect().height,
      line: Number.parseFloat(getComputedStyle(heading).fontSize),
    }))
    expect(drawn).toBeGreaterThan(line * 2)
    await expect(guest.continueButton).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
  })
}

test('nothing leads out of it, and everything is large', async ({ page, venues }) => {
  const { key } = await venues.open(kiosk)
  const guest = new KioskPage(page)
  await guest.start(key)
  const expectNoWayOut = async () => {
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    for (const href of links) expect(href).toMatch(new RegExp(`^/${key}`))
  }
  const expectLarge = async () => {
    for (const control of await page.locator('form button, form input, form select').all()) {
      const box = await control.boundingBox()
      expect(box?.height ?? 0).toBeGreaterThanOrEqual(56)
    }
  }
  await expectNoWayOut()
  await guest.signOutWay.click()
  await expectNoWayOut()
  await expectLarge()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await guest.signInWay.click()
  await expectNoWayOut()
  await expectLarge()
})

test('on a tablet that lies the way on is in sight on every screen, and Check Out is not beside Done', async ({
  page,
  venues,
}) => {
  const { key } = await venues.open(kiosk)
  const guest = new KioskPage(page)
  await guest.openForm(key)
  await expect(guest.continueButton).toBeInViewport({ ratio: 1 })
  await guest.fillDetails(person)
  await guest.continueButton.click()
  await expect(guest.pass).toBeVisible()
  await expect(guest.doneButton).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('timer')).toBeInViewport({ ratio: 1 })
  await expect(guest.checkOutButton).toHaveCount(0)
  await guest.doneButton.click()
  await guest.findOwn(person, '159')
  const found = page.getByRole('button', { name: /^Wilhelmina P\. Signed in at .+ Check Out$/ })
  await expect(found).toBeInViewport({ ratio: 1 })
  await found.click()
  await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
  await expect(guest.doneButton).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('timer')).toBeInViewport({ ratio: 1 })
})

for (const [width, height] of [
  [1024, 768],
  [1280, 800],
  [768, 1024],
] as const) {
  test(`at ${width} × ${height} the check-out of a visit of several days is in sight without scrolling, also with a corrected time`, async ({
    page,
    venues,
  }) => {
    await page.setViewportSize({ width, height })
    const { key } = await venues.open(kiosk)
    const guest = new KioskPage(page)
    await stayForDays(page)
    await guest.start(key)
    await guest.findOwn(person, '159')
    await page.getByRole('button', { name: /^Wilhelmina P\./ }).click()
    await guest.checkOutTime.waitFor()
    const expectWhole = async () => {
      for (const button of await page.getByRole('main').getByRole('button').all())
        await expect(button).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    }
    await expectWhole()
    await page.locator('header select').selectOption('es')
    await expect(page.getByRole('heading', { level: 1, name: 'Registrar salida' })).toBeVisible()
    await expectWhole()
    await page.getByLabel('Día').selectOption({ index: 2 })
    const hour = page.getByRole('spinbutton', { name: 'hora' })
    for (let hours = 0; hours < 3; hours += 1) await hour.press('ArrowDown')
    await expect(page.getByText(/^Es (anterior al registro|más tarde que ahora)\./)).toBeVisible()
    await expectWhole()
    await expectAccessible(page)
  })
}

for (const [width, height] of [
  [1024, 768],
  [1280, 800],
  [768, 1024],
] as const) {
  test(`at ${width} × ${height} the return is in sight below the tallest results`, async ({
    page,
    venues,
  }) => {
    await page.setViewportSize({ width, height })
    const guest = new KioskPage(page)
    const plan = { ...kiosk, siteName: 'Harbour Offices, Level 12 Reception' }
    // Its texts are the longest.
    const arriveInSpanish = async (key: string) => {
      await guest.start(key)
      await page.getByRole('button', { name: 'Español' }).click()
      await page.getByRole('button', { name: 'Registrarse' }).click()
      await page.getByLabel('Nombre').fill(person.firstName)
      await page.getByLabel('Apellido').fill(person.lastName)
      await page.getByLabel('Celular').fill(person.mobile)
      await page.getByRole('button', { name: 'Continuar' }).click()
    }
    const expectWayOn = async (heading: string) => {
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expect(page.getByRole('timer')).toBeInViewport({ ratio: 1 })
      for (const name of ['Listo', 'Más tiempo'])
        await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    }
    const measured = await venues.open({ ...plan, useTemperature: true })
    await arriveInSpanish(measured.key)
    await page.getByLabel('Código de temperatura').fill(await venues.measure(measured, 36.6))
    await expectWayOn('Registro completado')
    const banning = await venues.open(plan)
    await venues.ban(banning, person)
    await arriveInSpanish(banning.key)
    await expectWayOn('No ingrese')
    // Onlookers see neither the reason nor a number.
    await expect(page.getByText('Por favor, hable con un miembro del personal')).toBeVisible()
    await expect(page.getByText(/prohib|0491|\+61/)).toHaveCount(0)
    await expectAccessible(page)
  })
}

for (const [width, height] of [
  [768, 1024],
  [800, 1280],
] as const) {
  test(`at ${width} × ${height} the way to stay does not touch the announcement, and stands at the end of the line`, async ({
    page,
    venues,
  }) => {
    await page.setViewportSize({ width, height })
    const { key } = await venues.open(kiosk)
    const guest = new KioskPage(page)
    await guest.signIn(key, person)
    const boxOf = async (locator: Locator) => {
      const box = await locator.boundingBox()
      if (!box) throw new Error('It is not on the page.')
      return { ...box, right: box.x + box.width, bottom: box.y + box.height }
    }
    const announcement = await boxOf(page.getByRole('timer'))
    const stay = await boxOf(page.getByRole('button', { name: 'More time' }))
    const done = await boxOf(guest.doneButton)
    const isBelow = stay.y >= announcement.bottom - 1
    expect(isBelow || stay.x >= announcement.right, 'it covers the announcement').toBe(true)
    // The text ends where the button above ends: a button without a frame extends beyond the edge
    // by its padding.
    expect(stay.right).toBeGreaterThanOrEqual(done.right)
    expect(stay.x).toBeGreaterThan(done.x + done.width / 3)
  })
}

test('Done ends it at once', { tag: '@gate' }, async ({ page, venues }) => {
  const { key } = await venues.open(kiosk)
  const guest = new KioskPage(page)
  await guest.signIn(key, person)
  await guest.doneButton.click()
  await expect(guest.signInWay).toBeVisible()
  await expect(page.getByText('Wilhelmina')).toHaveCount(0)
})

test('Cancel leaves the form, and nothing of it', async ({ page, venues }) => {
  const { key } = await venues.open(kiosk)
  const guest = new KioskPage(page)
  await guest.openForm(key)
  await guest.fillDetails(person)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(guest.signInWay).toBeVisible()
  await guest.signInWay.click()
  for (const field of ['First name', 'Last name', 'Mobile']) {
    await expect(page.getByLabel(field)).toHaveValue('')
  }
})

test(
  'to sign out one has to say who one is: nothing is listed before, and a wrong try tells nothing',
  { tag: '@gate' },
  async ({ page, request, venues }) => {
    const venue = await venues.open(kiosk)
    const { key } = venue
    const guest = new KioskPage(page)
    const call = await callsAs(request, await venues.appoint(venue))
    const { code } = await call<{ code: string }>('POST', `/sign-in-methods/${venue.id}/pairing-code`)
    await page.goto(`/${key}#pair=${code}`)
    await expect(page.getByText('This tablet is paired.')).toBeVisible()
    expect(page.url()).not.toContain(code)
    await keepPicture(page, 'kiosk-paired')
    await guest.signIn(key, person)
    await guest.doneButton.click()
    await guest.signOutWay.click()
    const asked: string[] = []
    page.on('request', (sent) => asked.push(sent.url()))
    await guest.findOwn(person, '15')
    await expect(page.getByRole('alert')).toBeFocused()
    await expect(
      page.getByRole('link', { name: 'Please enter the last 3 digits of your mobile' }),
    ).toBeVisible()
    expect(asked.filter((url) => url.includes('own-visit'))).toEqual([])
    await guest.findOwn({ ...person, firstName: 'W'.repeat(41) }, '159')
    await expect(page.getByRole('link', { name: 'At most 40 characters; this is 41.' })).toBeVisible()
    expect(asked.filter((url) => url.includes('own-visit'))).toEqual([])
    await guest.findOwn({ ...person, firstName: 'W' }, '159')
    const nothing = page.getByText('No sign-in was found.')
    await expect(nothing).toBeVisible()
    await guest.findOwn(person, '158')
    await expect(nothing).toBeVisible()
    await expect(page.getByText('Private', { exact: false })).toHaveCount(0)
    await expectAccessible(page)
    await guest.findOwn({ ...person, firstName: 'WILHELMÍNA' }, '159')
    await page.getByRole('button', { name: /^Wilhelmina P\./ }).click()
    await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
    await expect(page.getByText('Private', { exact: false })).toHaveCount(0)
    await guest.doneButton.click()
    await guest.findOwn(person, '159')
    await expect(nothing).toBeVisible()
  },
)

/** A visit since the day before yesterday, known to the server. */
async function stayForDays(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-11-20T04:30:00.000Z' })
  await page.route('**/api/checkin/own-visit', (route) =>
    route.fulfill({
      json: {
        time: '2026-11-20T04:30:00.000Z',
        visits: [
          {
            firstName: 'Wilhelmina',
            lastInitial: 'P.',
            signedInAt: '2026-11-18T02:10:00.000Z',
            checkOutToken: 'token',
          },
        ],
      },
    }),
  )
  await page.route('**/api/checkin/time*', (route) => {
    const asked = new URL(route.request().url()).searchParams
    return route.fulfill({ json: { time: '2026-11-20T04:30:00.000Z', t: asked.get('t'), i: asked.get('i') } })
  })
  await page.route('**/api/checkin/checkout', (route) => {
    const { time } = route.request().postDataJSON() as { time: string }
    return route.fulfill({ json: { time } })
  })
}

test('a visit of several days is checked out on the day that its visitor chooses', async ({
  page,
  venues,
}) => {
  const { key } = await venues.open(kiosk)
  const guest = new KioskPage(page)
  await stayForDays(page)
  await guest.start(key)
  await guest.findOwn(person, '159')
  await page
    .getByRole('button', { name: /^Wilhelmina P\. Signed in at 1:10 pm AEDT, Wednesday 18 November/ })
    .click()
  const day = page.getByLabel('Day')
  await expect(day.getByRole('option')).toHaveText([
    'Friday 20 November',
    'Thursday 19 November',
    'Wednesday 18 November',
  ])
  await expectAccessible(page)
  await day.selectOption('Thursday 19 November')
  await guest.typeCheckOutTime('17:45')
  await guest.checkOutButton.click()
  await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
  await expect(page.locator('article time')).toHaveAttribute('datetime', '2026-11-19T06:45:00.000Z')
  await expect(page.getByText('Thank you for your visit.', { exact: true })).toBeVisible()
})

test('wrong tries are limited, and the kiosk says what to do', async ({ page, venues }) => {
  expectRefusals(page, 429)
  const { key } = await venues.open(kiosk)
  const guest = new KioskPage(page)
  await guest.start(key)
  for (const ending of ['111', '222', '333', '444', '555']) {
    await guest.findOwn(person, ending)
    await expect(page.getByText('No sign-in was found.')).toBeVisible()
  }
  await guest.findOwn(person, '666')
  await expect(page.getByText('Too many attempts.')).toBeVisible()
  await expect(
    page.getByText(/^Please try again in 12 minutes, or sign out with a member of staff\.$/),
  ).toBeVisible()
})

test('a search without an answer of ours says so, and an earlier search is not heard', async ({
  page,
  venues,
}) => {
  expectRefusals(page, 403, 502)
  const { key } = await venues.open(kiosk)
  const guest = new KioskPage(page)
  await guest.signIn(key, person)
  await guest.doneButton.click()
  const searches = '**/api/checkin/own-visit'
  await page.route(searches, (route) =>
    route.fulfill({ status: 403, body: '<h1>Sign in to the network</h1>' }),
  )
  await guest.findOwn(person, '159')
  await expect(page.getByText('The network here answered instead of us.')).toBeVisible()
  await page.unroute(searches)
  await page.route(searches, (route) => route.fulfill({ status: 502, body: '' }), { times: 1 })
  await guest.findOwn(person, '159')
  await expect(page.getByText('The sign-in service isn’t responding at the moment.')).toBeVisible()
  // It is requested again without a press.
  await expect(page.getByRole('button', { name: /^Wilhelmina P\./ })).toBeVisible()

  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(
    searches,
    async (route) => {
      await held
      await route.fulfill({ json: { visits: [], time: new Date().toISOString() } })
    },
    { times: 1 },
  )
  await guest.findOwn({ ...person, firstName: 'Wilma' }, '159')
  await expect(guest.waiting).toBeVisible()
  await guest.findOwn(person, '159')
  const found = page.getByRole('button', { name: /^Wilhelmina P\./ })
  await expect(found).toBeVisible()
  const answered = page.waitForResponse(searches)
  answer()
  await answered
  await expect(found).toBeVisible()
})

test('a check-out without an answer is sent again, and leaving it shows nobody’s pass', async ({
  page,
  venues,
}) => {
  expectRefusals(page, 0)
  const { key } = await venues.open(kiosk)
  const guest = new KioskPage(page)
  await guest.signIn(key, person)
  await guest.doneButton.click()
  await guest.findOwn(person, '159')
  await page.route('**/api/checkin/checkout', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: /^Wilhelmina P\./ }).click()
  await expect(page.getByText(/will be sent when you are online again/)).toBeVisible()
  await guest.doneButton.click()
  await expect(guest.signInWay).toBeVisible()
  await expect(page.getByText('Wilhelmina')).toHaveCount(0)
  const sent = page.waitForResponse('**/api/checkin/checkout')
  await page.unroute('**/api/checkin/checkout')
  expect((await sent).status()).toBe(200)
  await guest.findOwn(person, '159')
  await expect(page.getByText('No sign-in was found.')).toBeVisible()
})

test('a phone loads nothing of a kiosk', async ({ page, venues }) => {
  const { key } = await venues.open(everything)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const guest = new KioskPage(page)
  const later = page.waitForResponse(/\/later-[^/]+\.js$/)
  await guest.scan(key)
  await guest.waitUntilHydrated()
  await later
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((path) => path.includes('kiosk'))).toEqual([])
})

test('a number that the plan does not know is confirmed for one visitor, not for the next', async ({
  page,
  venues,
}) => {
  const venue = await venues.open({ ...kiosk, config: { ...kiosk.config, acceptsUnknownMobiles: true } })
  const guest = new KioskPage(page)
  const odd = { ...person, mobile: '0912 345 678' }
  const useAnyway = page.getByRole('button', { name: 'Use it anyway' })
  await guest.start(venue.key)
  await guest.arrive(odd)
  await useAnyway.click()
  await guest.continueButton.click()
  await expect(guest.pass).toBeVisible()
  await guest.doneButton.click()
  await guest.arrive({ ...odd, firstName: 'Xavier' })
  await expect(useAnyway).toBeVisible()
  await expect(guest.pass).toHaveCount(0)
  expect((await venues.written(venue)).visits).toEqual(['Wilhelmina Private'])
})

test('a method that was switched off comes back by itself, without what was typed before', async ({
  page,
  venues,
}) => {
  expectRefusals(page, 404)
  await page.clock.install()
  const venue = await venues.open(kiosk)
  const guest = new KioskPage(page)
  await guest.openForm(venue.key)
  await guest.fillDetails(person)
  await venues.close(venue)
  await guest.continueButton.click()
  await expect(page.getByRole('heading', { name: 'Sign-in page is unavailable' })).toBeVisible()
  await expect(page.getByText('Wilhelmina')).toHaveCount(0)
  await page.clock.runFor(71_000)
  await expect(page.getByRole('heading', { name: 'Sign-in page is unavailable' })).toBeVisible()
  await venues.reopen(venue)
  await page.clock.runFor(71_000)
  await guest.signInWay.click()
  for (const field of ['First name', 'Last name', 'Mobile'])
    await expect(page.getByLabel(field)).toHaveValue('')
})

test('a tablet that starts while its method is off shows its start by itself, in the colours of the method', async ({
  page,
  venues,
}) => {
  expectRefusals(page, 404)
  await page.clock.install()
  const venue = await venues.open(kiosk)
  await askDatabase([
    [
      `update sign_in_methods set colours = '{"accent":"#7a1f5c","on_accent":"#ffffff"}' where id = $1`,
      [venue.id],
    ],
  ])
  await venues.close(venue)
  const guest = new KioskPage(page)
  const closed = page.getByRole('heading', { name: 'Sign-in page is unavailable' })
  await guest.scan(venue.key)
  await expect(closed).toBeVisible()
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/checkin/machine-data')) answers.push(response.status())
  })
  // The page is visible before its script, which polls each minute, has started.
  await expect(async () => {
    await page.clock.runFor(61_000)
    expect(answers[0]).toBe(404)
  }).toPass()
  await expect(closed).toBeVisible()
  await venues.reopen(venue)
  await page.clock.runFor(61_000)
  await expect(guest.signInWay).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('--accent', '#7a1f5c')
  // It works like one that was never off.
  await guest.arrive(person)
  await expect(guest.pass).toBeVisible()
})

test('each visitor has a draft of their own', async ({ page, venues }) => {
  const venue = await venues.open({ ...kiosk, useTemperature: true })
  const drafts: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/checkin')) return
    drafts.push((request.postDataJSON() as { draft: string }).draft)
  })
  const guest = new KioskPage(page)
  await guest.start(venue.key)
  await guest.arrive(person)
  await guest.codeField.fill(await venues.measure(venue, 36.6))
  const fresh = page.waitForResponse((response) => response.url().includes('machine-data'))
  await guest.doneButton.click()
  await fresh
  await guest.arrive({ ...person, firstName: 'Xavier' })
  await guest.codeField.fill(await venues.measure(venue, 36.6))
  await expect(guest.pass).toBeVisible()
  expect(drafts).toHaveLength(2)
  expect(new Set(drafts).size).toBe(2)
  for (const draft of drafts) expect(draft).toMatch(/^[\w-]{63}$/)
})
