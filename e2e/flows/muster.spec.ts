import { expect, expectAccessible, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, isWholeWalk, keepPicture } from '../pages/appearance.ts'
import {
  cardOf,
  countMarks,
  makeEvacuation,
  openBoard,
  openPhone,
  type Phone,
  readTicks,
  showEverybody,
  startMuster,
  tickOf,
} from '../pages/muster-page.ts'

/** `MUSTER_RUNS=20` repeats the muster with cut networks with as many seeds, from `MUSTER_SEED` on. */
const RUNS = Number(process.env['MUSTER_RUNS'] ?? 1)
const FIRST_SEED = Number(process.env['MUSTER_SEED'] ?? 1)

/** A generator of numbers from 0 to 1 (mulberry32), which gives the same ones for the same seed. */
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
  await tickOf(other.page, first).click({ force: true })
  await expect(bar).toContainText('missing3')
  await expect(bar).toContainText('safe1')
  await expect(tickOf(page, first)).toHaveCount(0)
  await showEverybody(page)
  await expect(tickOf(page, first)).toBeChecked()
  await keepPicture(page, 'muster-running')
  await expectAccessible(page)

  await page.getByRole('listitem').filter({ hasText: second }).getByRole('button', { name: 'More' }).click()
  await keepPicture(page, 'muster-person')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Needs help' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: second })).toContainText('Needs help')
  await page.getByRole('button', { name: 'Add somebody' }).click()
  await page.getByLabel('Name, or what is known').fill('A driver of the caterer')
  await page.getByRole('button', { name: 'Add to the list' }).click()
  await expect(bar).toContainText('in all5')
  await expect(other.page.getByText('A driver of the caterer')).toBeVisible()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^muster-.*\.html$/)

  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('4 people are still missing')
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  const report = page.getByRole('region', { name: 'Report' })
  await expect(report.getByRole('row').filter({ hasText: first })).toContainText('Safe')
  await expect(report.getByRole('row').filter({ hasText: third })).toContainText('Missing')
  await keepPicture(page, 'muster-report')
  await expectAccessible(page)
  await expect(other.page.getByText('The muster is over')).toBeVisible()
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
    await expect(one.page.getByRole('button', { name: 'Start a muster' })).toBeVisible()
    await one.context.setOffline(true)
    await startMuster(one.page, 'Start a drill')
    await tickOf(one.page, first).click({ force: true })
    await expect(one.page.getByRole('status').filter({ hasText: 'No connection' })).toContainText(
      '1 mark waits to be sent.',
    )
    await expect(one.page.getByText('The muster itself is not sent yet.')).toBeVisible()

    await startMuster(two.page, 'Start the muster')
    await tickOf(two.page, second).click({ force: true })
    await one.context.setOffline(false)
    for (const phone of [one, two]) {
      await expect(phone.page.getByText('Nobody is missing', { exact: true })).toBeVisible()
      await expect(phone.page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
      await phone.context.close()
    }
  },
)

test('no card moves away from a finger that is on it', async ({ page, browser, venues }) => {
  const evacuation = await makeEvacuation(venues, page, 3)
  const [first = '', second = '', third = ''] = evacuation.people
  const phone = await openPhone(browser, evacuation)
  await startMuster(phone.page, 'Start the muster')
  await openBoard(page, evacuation)
  await expect(tickOf(page, first)).toBeVisible()
  await expect(phone.page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
  const box = await cardOf(phone.page, second).boundingBox()
  if (!box) throw new Error('The card is drawn')
  await phone.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await phone.page.mouse.down()
  const heard = phone.page.waitForResponse(/\/api\/musters\//)
  await tickOf(page, first).click({ force: true })
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
  // The server is there for the page, and not for the marks.
  await phone.page.route(/\/api\/musters\/.*\/marks/, (route) => route.abort())
  await tickOf(phone.page, first).click({ force: true })
  await expect(phone.page.getByText('1 mark waits to be sent.')).toBeVisible()
  await phone.page.unroute(/\/api\/musters\/.*\/marks/)
  await phone.page.reload()
  await showEverybody(phone.page)
  await expect(tickOf(phone.page, first)).toBeChecked()
  await expect(phone.page.getByText('waits to be sent')).toHaveCount(0)
  await openBoard(page, evacuation)
  await showEverybody(page)
  await expect(tickOf(page, first)).toBeChecked()
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
        await cardOf(phone.page, lastName).tap()
        presses += 1
      }
    }
    for (const { context } of phones) await context.setOffline(false)
    for (const phone of phones) {
      await expect(phone.page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
      await expect(phone.page.getByText(/waits? to be sent/)).toHaveCount(0)
    }
    // A phone may have sent its last mark a moment ago, so all of them are read again together.
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
        await tickOf(page, first).click({ force: true })
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
  // With large text the bar is half as high as the screen.
  await phone.page.setViewportSize({ width: 390, height: 1000 })
  await startMuster(phone.page, 'Start the muster')
  await phone.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await showEverybody(phone.page)
  const [first = '', last = ''] = [people[0], people.at(-1)]
  await tickOf(phone.page, last).focus()
  /** Whether the tick in focus can be pressed where it is, and is not beneath something else. */
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
  // Scrolled beneath the bar, a card is brought back by the focus.
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
  await expect(page.getByText('The drill is over')).toBeVisible()
})
