import type { Route } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { drawFrames } from '../pages/focus.ts'
import { expectNoSidewaysScroll, isWholeWalk, keepPicture } from '../pages/appearance.ts'
import {
  cardOf,
  countMarks,
  makeEvacuation,
  openBoard,
  openMore,
  openPhone,
  type Phone,
  readKeptMusters,
  readTicks,
  showEverybody,
  startMuster,
  markSafe,
  tickOf,
} from '../pages/muster-page.ts'

/**
 * `MUSTER_RUNS=20` repeats the muster with cut networks with that many seeds, from `MUSTER_SEED`
 * on.
 */
const RUNS = Number(process.env['MUSTER_RUNS'] ?? 1)
const FIRST_SEED = Number(process.env['MUSTER_SEED'] ?? 1)

/** A generator of numbers from 0 to 1 (mulberry32), which repeats the same ones for a seed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test('is started, ticked by two, ended and reported', { tag: '@gate' }, async ({ page, browser, venues }) => {
  const evacuation = await makeEvacuation(venues, page, 4)
  const [first = '', second = '', third = ''] = evacuation.people
  await openBoard(page, evacuation)
  const other = await openPhone(browser, evacuation)
  await startMuster(page, 'Start the muster')
  const bar = page.getByRole('region').filter({ hasText: 'Muster' })
  await expect(bar).toContainText('missing4')

  await expect(other.page.getByRole('region').filter({ hasText: 'Muster' })).toContainText('missing4')
  await markSafe(other.page, first)
  await expect(bar).toContainText('missing3')
  await expect(bar).toContainText('safe1')
  await expect(tickOf(page, first)).toBeChecked()
  await showEverybody(page)
  await expect(tickOf(page, first)).toBeChecked()
  await keepPicture(page, 'muster-running')
  await expectAccessible(page)

  await openMore(page, page.getByRole('listitem').filter({ hasText: second }))
  await keepPicture(page, 'muster-person')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Needs help' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: second })).toContainText('Needs help')
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByLabel('Name, or a description').fill('A driver of the caterer')
  await page.getByRole('button', { name: 'Add to the list' }).click()
  await expect(bar).toContainText('in all5')
  await expect(other.page.getByText('A driver of the caterer')).toBeVisible()
  const added = page.getByRole('listitem').filter({ hasText: 'A driver of the caterer' })
  await expect(added).toContainText(/Not on the list, added: .+ .+, \d+:\d\d/)
  await openMore(page, added)
  await expect(page.getByRole('dialog')).toContainText(/Not on the list, added: .+ .+, \d+:\d\d/)
  await page.keyboard.press('Escape')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^muster_quay-\w+_\d{4}-\d{2}-\d{2}_\d{4}\.html$/)

  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('4 people are still missing')
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  const report = page.getByRole('region', { name: 'Report' })
  await expect(report.getByRole('row').filter({ hasText: first })).toContainText('Safe')
  await expect(report.getByRole('row').filter({ hasText: third })).toContainText('Missing')
  await expect(report.getByRole('row').filter({ hasText: second })).toContainText('Needs help: ')
  await expect(page.getByText(/^Started by .+ · Ended by /)).toBeVisible()
  await keepPicture(page, 'muster-report')
  await expectAccessible(page)
  await expect(other.page.getByText('The muster has ended')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the board' }).click()
  await expect(page.getByRole('button', { name: 'Start a muster' })).toBeVisible()
  await other.context.close()
})

test(
  'is started and ticked without a network, kept through it, and sent when it is back',
  { tag: '@gate' },
  async ({ page, browser, venues }) => {
    const evacuation = await makeEvacuation(venues, page, 2)
    const [first = '', second = ''] = evacuation.people
    const [one, two] = [await openPhone(browser, evacuation), await openPhone(browser, evacuation)]
    await expect(one.page.getByRole('button', { name: 'Wall mode' })).toBeVisible()
    await one.context.setOffline(true)
    await startMuster(one.page, 'Start a drill')
    await markSafe(one.page, first)
    await expect(one.page.getByRole('status').filter({ hasText: 'No connection' })).toContainText(
      '1 mark not sent yet.',
    )
    await expect(one.page.getByText('The muster itself has not been sent yet.')).toBeVisible()

    await startMuster(two.page, 'Start the muster')
    await markSafe(two.page, second)
    await one.context.setOffline(false)
    for (const phone of [one, two]) {
      await expect(phone.page.getByText('No one is missing', { exact: true })).toBeVisible()
      await expect(phone.page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
      await phone.context.close()
    }
  },
)

test('the next muster takes the place of the report of the last one', async ({ page, browser, venues }) => {
  const evacuation = await makeEvacuation(venues, page, 2)
  await openBoard(page, evacuation)
  const other = await openPhone(browser, evacuation)
  await startMuster(page, 'Start a drill')
  await expect(other.page.getByRole('button', { name: /^Everyone/ })).toBeVisible()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await expect(other.page.getByText('The drill has ended')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the board' }).click()
  await startMuster(page, 'Start the muster')
  await expect(other.page.getByRole('region').filter({ hasText: 'Muster' })).toContainText('missing2', {
    timeout: 15_000,
  })
  await other.context.close()
})

test('the list of the board is shown until the roll has come', async ({ page, browser, venues }) => {
  const evacuation = await makeEvacuation(venues, page, 2)
  const phone = await openPhone(browser, evacuation)
  await openBoard(page, evacuation)
  const isOfMuster = /\/api\/(board\/)?musters\//
  await phone.page.route(isOfMuster, (route) => route.abort())
  await startMuster(page, 'Start the muster')
  await expect(phone.page.getByText('The muster’s list is loading')).toBeVisible({
    timeout: 15_000,
  })
  await expect(phone.page.getByRole('region').filter({ hasText: 'Muster' })).toContainText('missing2')
  await expect(phone.page.getByText('No one is missing')).toHaveCount(0)
  await markSafe(phone.page, evacuation.people[0] ?? '')
  await expect(phone.page.getByText('1 mark not sent yet.')).toBeVisible()
  await phone.page.unroute(isOfMuster)
  await expect(phone.page.getByText('The muster’s list is loading')).toHaveCount(0, {
    timeout: 15_000,
  })
  await expect(page.getByRole('region').filter({ hasText: 'Muster' })).toContainText('safe1')
  await phone.context.close()
})

test('what waits is sent where its site is not shown', async ({ page, browser, venues }) => {
  const evacuation = await makeEvacuation(venues, page, 2)
  const [first = ''] = evacuation.people
  const phone = await openPhone(browser, evacuation)
  await startMuster(phone.page, 'Start the muster')
  await expect(phone.page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
  const isSending = /\/api\/musters\/.*\/marks/
  await phone.page.route(isSending, (route) => route.abort())
  await markSafe(phone.page, first)
  await expect(phone.page.getByText('1 mark not sent yet.')).toBeVisible()
  await phone.page.goto(`/board?site=${crypto.randomUUID()}`)
  const notice = phone.page.getByText(/^Marks of a muster at .+ have not been sent$/)
  await expect(notice).toBeVisible({ timeout: 15_000 })
  await expect(phone.page.getByText('1 mark not sent yet.')).toBeVisible()
  const saved = phone.page.waitForEvent('download')
  await phone.page.getByRole('button', { name: 'Save as a file' }).click()
  expect((await saved).suggestedFilename()).toBe('muster-marks.txt')
  await phone.page.unroute(isSending)
  await expect(notice).toHaveCount(0, { timeout: 15_000 })
  await openBoard(page, evacuation)
  await expect(page.getByRole('region').filter({ hasText: 'Muster' })).toContainText('safe1')
  await phone.context.close()
})

test('is sent after the session has ended and somebody has logged in again', async ({
  page,
  browser,
  venues,
}) => {
  const evacuation = await makeEvacuation(venues, page, 2)
  const [first = ''] = evacuation.people
  const phone = await openPhone(browser, evacuation)
  await expect(phone.page.getByRole('button', { name: 'Wall mode' })).toBeVisible()
  await phone.context.setOffline(true)
  await startMuster(phone.page, 'Start the muster')
  await markSafe(phone.page, first)
  await expect(phone.page.getByText('1 mark not sent yet.')).toBeVisible()
  // The server ends the session before it receives the muster.
  await phone.page.route(/\/api\//, (route) =>
    route.fulfill({
      status: 401,
      json: { statusCode: 401, code: 'unauthenticated', message: 'Please log in.' },
    }),
  )
  await phone.context.setOffline(false)
  await expect(phone.page.getByText('Your session has ended')).toBeVisible({ timeout: 20_000 })
  await expect(phone.page.getByText('1 mark not sent yet.')).toBeVisible()
  await phone.page.getByRole('button', { name: 'Log in' }).click()
  await phone.page.waitForURL(/login/)
  await phone.page.unroute(/\/api\//)
  await openBoard(phone.page, evacuation)
  await openBoard(page, evacuation)
  await expect(page.getByRole('region').filter({ hasText: 'Muster' })).toContainText('safe1', {
    timeout: 20_000,
  })
  await expect(phone.page.getByRole('region').filter({ hasText: 'Muster' })).toContainText('safe1')
  await phone.context.close()
})

test('one that the server does not take is left, and what was marked waits in sight', async ({
  page,
  browser,
  venues,
}) => {
  const evacuation = await makeEvacuation(venues, page, 2)
  const [first = ''] = evacuation.people
  const phone = await openPhone(browser, evacuation)
  await expect(phone.page.getByRole('button', { name: 'Wall mode' })).toBeVisible()
  await phone.context.setOffline(true)
  await startMuster(phone.page, 'Start the muster')
  await markSafe(phone.page, first)
  await expect(phone.page.getByText('1 mark not sent yet.')).toBeVisible()
  const isStart = /\/api\/musters$/
  await phone.page.route(isStart, (route) =>
    route.fulfill({ status: 404, json: { statusCode: 404, code: 'not_found', message: 'Not found.' } }),
  )
  await phone.context.setOffline(false)
  await expect(phone.page.getByText('The server rejected this muster')).toBeVisible({ timeout: 15_000 })
  await phone.page.getByRole('button', { name: 'Back to the board' }).click()
  const notice = phone.page.getByText(/^Marks of a muster at .+ have not been sent$/)
  await expect(notice).toBeVisible()
  await expect(phone.page.getByRole('button', { name: 'Start a muster' })).toBeVisible()
  await expect(phone.page.getByRole('button', { name: 'Save as a file' })).toBeVisible()
  await expectAccessible(phone.page)

  await openBoard(page, evacuation)
  await startMuster(page, 'Start the muster')
  await expect(phone.page.getByRole('region').filter({ hasText: 'Muster' })).toContainText('safe1', {
    timeout: 15_000,
  })
  await expect(notice).toHaveCount(0)
  await phone.context.close()
})

for (const isEarly of [false, true])
  test(`no names stay on a device after a log-out, also of a site that was shown before${isEarly ? ', and before its part of the page is there' : ''}`, async ({
    page,
    browser,
    venues,
  }) => {
    const evacuation = await makeEvacuation(venues, page, 2)
    const [first = ''] = evacuation.people
    const phone = await openPhone(browser, evacuation)
    await startMuster(phone.page, 'Start the muster')
    await expect(phone.page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
    // A pending one has its own session on every page, which removes it automatically.
    await expect.poll(() => readKeptMusters(phone.page)).toMatch(new RegExp(`${first}.*"isLocal":false`))
    const part = /\/later-.*\.js/
    const held: Route[] = []
    if (isEarly) await phone.page.route(part, (route) => void held.push(route))
    const isAsked = phone.page.waitForRequest(part)
    await phone.page.goto(`/board?site=${crypto.randomUUID()}`)
    const asked = await isAsked
    if (!isEarly) await asked.response().then((response) => response?.finished())
    await expect(phone.page.getByText('This site no longer exists')).toBeVisible()
    expect(await readKeptMusters(phone.page)).toContain(first)
    await phone.page.getByRole('button', { name: 'Account' }).click()
    await phone.page.getByRole('button', { name: 'Log Out' }).click()
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Log Out' }).click()
    for (const route of held) await route.continue()
    await phone.page.waitForURL(/login/)
    expect(await readKeptMusters(phone.page)).toBe('[]')
    await phone.context.close()
  })

test('no card moves away from a finger that is on it', async ({ page, browser, venues }) => {
  const evacuation = await makeEvacuation(venues, page, 3)
  const [first = '', second = '', third = ''] = evacuation.people
  const phone = await openPhone(browser, evacuation)
  await startMuster(phone.page, 'Start the muster')
  await openBoard(page, evacuation)
  await expect(tickOf(page, first)).toBeVisible()
  // A press counts for three seconds, so the phone must receive the tick at once.
  await expect(phone.page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
  await expect(phone.page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
  // A press right after the cards have moved does not count.
  await drawFrames(phone.page)
  await drawFrames(phone.page)
  const box = await cardOf(phone.page, second).boundingBox()
  if (!box) throw new Error('The card is drawn')
  await phone.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await phone.page.mouse.down()
  const heard = phone.page.waitForResponse(/\/api\/board\/musters\//)
  await markSafe(page, first)
  await heard
  await expect(phone.page.getByRole('button', { name: /^Safe/ })).toContainText('0')
  await phone.page.mouse.up()
  await expect(phone.page.getByRole('button', { name: /^Safe/ })).toContainText('2')
  await showEverybody(phone.page)
  expect(await readTicks(phone.page, evacuation.people)).toEqual({
    [first]: true,
    [second]: true,
    [third]: false,
  })
  await phone.context.close()
})

test('goes on after a reload with what was not sent', async ({ page, browser, venues }) => {
  const evacuation = await makeEvacuation(venues, page, 2)
  const [first = ''] = evacuation.people
  const phone = await openPhone(browser, evacuation)
  await startMuster(phone.page, 'Start the muster')
  await expect(phone.page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
  // The server responds to the page, but not to marks.
  await phone.page.route(/\/api\/musters\/.*\/marks/, (route) => route.abort())
  await markSafe(phone.page, first)
  await expect(phone.page.getByText('1 mark not sent yet.')).toBeVisible()
  await phone.page.unroute(/\/api\/musters\/.*\/marks/)
  await phone.page.reload()
  await showEverybody(phone.page)
  await expect(tickOf(phone.page, first)).toBeChecked()
  await expect(phone.page.getByText('mark not sent yet')).toHaveCount(0)
  await openBoard(page, evacuation)
  await showEverybody(page)
  await expect(tickOf(page, first)).toBeChecked()
  await phone.context.close()
})
test('an open page hands in what another one of its browser has left behind', async ({
  page,
  browser,
  venues,
}) => {
  const evacuation = await makeEvacuation(venues, page, 2)
  const [first = ''] = evacuation.people
  const phone = await openPhone(browser, evacuation)
  await startMuster(phone.page, 'Start the muster')
  const other = await phone.context.newPage()
  await other.goto('/board')
  await showEverybody(other)
  await phone.context.setOffline(true)
  await markSafe(other, first)
  await expect(other.getByText('1 mark not sent yet.')).toBeVisible()
  await other.close()
  await expect(phone.page.getByText('1 mark not sent yet.')).toBeVisible({ timeout: 20_000 })
  await phone.context.setOffline(false)
  await expect(phone.page.getByText('mark not sent yet')).toHaveCount(0, { timeout: 20_000 })
  await openBoard(page, evacuation)
  await expect(page.getByRole('region').filter({ hasText: 'Muster' })).toContainText('safe1')
  expect(await countMarks(page, evacuation)).toBe(1)
  await phone.context.close()
})

for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1)
  test(`five phones whose networks are cut at random agree afterwards (seed ${seed})`, async ({
    page,
    browser,
    venues,
  }) => {
    test.setTimeout(180_000)
    const evacuation = await makeEvacuation(venues, page, 6)
    const { people } = evacuation
    const phones: Phone[] = []
    for (let number = 0; number < 5; number += 1) phones.push(await openPhone(browser, evacuation))
    const [starter] = phones
    if (!starter) throw new Error('There are five phones')
    await startMuster(starter.page, 'Start the muster')
    for (const phone of phones) await showEverybody(phone.page)

    const random = randomNumbers(seed)
    let presses = 0
    for (let step = 0; step < 40; step += 1) {
      const phone = phones[Math.floor(random() * phones.length)]
      const lastName = people[Math.floor(random() * people.length)]
      if (!phone || lastName === undefined) continue
      const chance = random()
      if (chance < 0.25) await phone.context.setOffline(true)
      else if (chance < 0.45) await phone.context.setOffline(false)
      else {
        // Key presses count also where the cards have just moved.
        await tickOf(phone.page, lastName).press('Space')
        presses += 1
      }
    }
    for (const { context } of phones) await context.setOffline(false)
    for (const phone of phones) {
      await expect(phone.page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
      await expect(phone.page.getByText(/waits? to be sent/)).toHaveCount(0)
    }
    // A phone may have just sent its last mark, so all of them are read again together.
    const readAll = () => Promise.all(phones.map((phone) => readTicks(phone.page, people)))
    await expect
      .poll(async () => new Set((await readAll()).map((ticks) => JSON.stringify(ticks))).size)
      .toBe(1)

    expect(await countMarks(page, evacuation), 'every press is a mark').toBe(presses)
    for (const { context } of phones) await context.close()
  })

test.describe('on every screen', () => {
  const widths = [360, 768, 1920]
  for (const [turn, look] of (['presence', 'pulse', 'batbooth'] as const).entries())
    for (const width of isWholeWalk ? widths : widths.slice(turn, turn + 1))
      test(`it can be read: ${look}, ${width} px`, async ({ page, venues }) => {
        await page.setViewportSize({ width, height: width === 1920 ? 1080 : 800 })
        const evacuation = await makeEvacuation(venues, page, 5, look)
        const [first = ''] = evacuation.people
        await openBoard(page, evacuation)
        await startMuster(page, width === 768 ? 'Start a drill' : 'Start the muster')
        await showEverybody(page)
        await markSafe(page, first)
        await expect(page.getByText('Safe: ')).toBeVisible()
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
        await keepPicture(page, `muster-${look}-${width}`)
      })
})

test('on a phone whatever has the focus stands below what stays in view, and takes a press there', async ({
  page,
  browser,
  venues,
}) => {
  const evacuation = await makeEvacuation(venues, page, 6)
  const { people } = evacuation
  const phone = await openPhone(browser, evacuation)
  // With large text the bar takes half of the screen's height.
  await phone.page.setViewportSize({ width: 390, height: 1000 })
  await startMuster(phone.page, 'Start the muster')
  await phone.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await showEverybody(phone.page)
  const [first = '', last = ''] = [people[0], people.at(-1)]
  await tickOf(phone.page, last).focus()
  /** Whether the focused tick can be pressed where it is, and is not covered. */
  const isPressable = () =>
    phone.page.evaluate(() => {
      const tick = document.activeElement
      const box = tick?.getBoundingClientRect()
      const met = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      return tick?.closest('li') === met?.closest('li')
    })
  for (let steps = 0; steps < 40; steps += 1) {
    if (await phone.page.evaluate(() => document.activeElement?.matches('[type=checkbox]') ?? false))
      await expect.poll(isPressable).toBe(true)
    if (await tickOf(phone.page, first).evaluate((tick) => tick === document.activeElement)) break
    await phone.page.keyboard.press('Shift+Tab')
  }
  await expect(tickOf(phone.page, first)).toBeFocused()
  // Focusing a card that was scrolled beneath the bar brings it back.
  for (const lastName of people) {
    await tickOf(phone.page, lastName).evaluate((tick) => {
      tick.blur()
      scrollTo(0, scrollY + tick.getBoundingClientRect().top - 60)
    })
    await tickOf(phone.page, lastName).focus()
    await expect.poll(isPressable).toBe(true)
  }
  await phone.context.close()
})

const phones = [
  { look: 'presence', language: 'en-au', everybody: /^Everyone/, actions: 'Actions', end: 'End' },
  { look: 'pulse', language: 'es', everybody: /^Todas las personas/, actions: 'Acciones', end: 'Terminar' },
  { look: 'batbooth', language: 'en', everybody: /^Everyone/, actions: 'Actions', end: 'End' },
] as const
for (const { look, language, everybody, actions, end } of phones)
  test(`a phone leaves the room to the people: ${look}, ${language}`, async ({ page, browser, venues }) => {
    const evacuation = await makeEvacuation(venues, page, 56, look)
    const viewport = { width: 360, height: 740 }
    const context = await browser.newContext({ viewport, hasTouch: true })
    await context.addInitScript((own) => localStorage.setItem('gatehouse.language', own), language)
    const phone = await context.newPage()
    await openBoard(phone, evacuation)
    await keepPicture(phone, `phone-board-${language}`)
    await openBoard(page, evacuation)
    await startMuster(page, 'Start a drill')
    const all = phone.getByRole('button', { name: everybody })
    await expect(all).toContainText('56')
    const fits = async () => {
      const [box, first] = [await all.boundingBox(), await phone.getByRole('listitem').first().boundingBox()]
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width)
      expect(first?.y).toBeLessThanOrEqual(viewport.height / 2)
    }
    // The muster's part loads its own styles.
    await expect(fits).toPass()
    await expectNoSidewaysScroll(phone)
    await expectAccessible(phone)
    await phone.evaluate(() => scrollTo(0, 1500))
    const covered = await phone.evaluate(() => {
      const top = [...document.querySelectorAll('main > div')].find(
        (part) => getComputedStyle(part).position === 'sticky',
      )
      return top?.getBoundingClientRect().bottom ?? 0
    })
    expect(covered).toBeGreaterThan(0)
    expect(covered).toBeLessThanOrEqual(viewport.height / 4)
    await phone.evaluate(() => scrollTo(0, 0))
    await keepPicture(phone, `phone-muster-${language}`)
    await context.setOffline(true)
    await markSafe(phone, evacuation.people[0] ?? '')
    await expect(phone.locator('[data-stale=true]')).toBeVisible()
    await keepPicture(phone, `phone-offline-${language}`)
    await expect(fits).toPass()
    await phone.getByRole('button', { name: actions }).tap()
    await keepPicture(phone, `phone-actions-${language}`)
    await phone.getByRole('button', { name: end, exact: true }).tap()
    await expect(phone.getByRole('dialog')).toBeVisible()
    await context.close()
  })

test('by keyboard alone', async ({ page, venues }) => {
  const evacuation = await makeEvacuation(venues, page, 2)
  const [first = ''] = evacuation.people
  await openBoard(page, evacuation)
  await page.getByRole('button', { name: 'Start a muster' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Start a drill' }).press('Enter')
  await tickOf(page, first).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('region').filter({ hasText: 'Drill' })).toContainText('safe1')
  await page.getByRole('button', { name: 'More' }).first().press('Enter')
  await page.getByRole('dialog').getByLabel('Note').fill('Walks with a stick')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Walks with a stick')).toBeVisible()
  await page.getByRole('button', { name: 'End', exact: true }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).press('Enter')
  await expect(page.getByText('The drill has ended')).toBeVisible()
})
