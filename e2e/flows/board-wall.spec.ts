import { expect, expectAccessible, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { isVisible, seeLater } from '../pages/later.ts'
import {
  makeEvacuation,
  openBoard,
  openDialog,
  openMore,
  showEverybody,
  startMuster,
  markSafe,
  tickOf,
} from '../pages/muster-page.ts'

test(
  'a board is shown on a wall, printed, without numbers, and says why somebody is listed',
  { tag: '@gate' },
  async ({ page, venues }) => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.addInitScript(() => {
      // Like a browser, which fires events before and after.
      window.print = () => {
        dispatchEvent(new Event('beforeprint'))
        document.body.dataset['printed'] = document.querySelector('table')?.textContent ?? ''
        dispatchEvent(new Event('afterprint'))
      }
    })
    const evacuation = await makeEvacuation(venues, page, 56)
    const longName = {
      firstName: 'Maximiliana-Wilhelmina Konstantinopel',
      lastName: 'Featherstonehaugh-Cholmondeley',
      mobile: '0491 570 157',
    }
    const data = { ...longName, dependents: 2, machineId: evacuation.venue.id }
    const signedIn = await page.request.post('/api/checkin', { data })
    expect(signedIn.status(), await signedIn.text()).toBe(200)
    await openBoard(page, evacuation)
    const [lastName = ''] = evacuation.people
    const why = page.getByRole('button', { name: `Why listed: Livia ${lastName}`, exact: true })
    await openDialog(page, why)
    await expect(page.getByRole('dialog')).toContainText('Not signed out since.')
    await page.keyboard.press('Escape')
    await expect(why).toBeFocused()
    await page.getByRole('link', { name: /^F/ }).click()
    await expect(page.getByRole('heading', { name: 'F', exact: true })).toBeFocused()
    await keepPicture(page, 'board-1920')

    const number = page.getByRole('link', { name: /0491 570 157/ })
    await expect(number.first()).toBeVisible()
    await page.getByRole('button', { name: 'Hide numbers' }).click()
    await expect(number).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Hide numbers', pressed: true })).toBeVisible()
    await expect(number).toHaveCount(0)

    await page.getByRole('button', { name: 'Print the list' }).click()
    await expect(page.locator('body')).toHaveAttribute(
      'data-printed',
      new RegExp(`${lastName}.*0491 570 157`),
    )

    await page.clock.install()
    await page.getByRole('button', { name: 'Wall mode' }).click()
    // The keyboard reaches nothing behind it.
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.getByText('Page 1 of 3')).toBeVisible()
    expect(await page.getByRole('listitem').count()).toBeGreaterThanOrEqual(24)
    await expect(page.getByRole('banner')).toHaveCount(0)
    await keepPicture(page, 'wall-1920')
    await expectAccessible(page)
    await seeLater(page, isVisible(page.getByText('Page 2 of 3')))
    await page.mouse.move(200, 200)
    await page.getByRole('button', { name: 'Stop on this page' }).click()
    const size = await page
      .getByRole('listitem')
      .first()
      .locator('b')
      .first()
      .evaluate((name) => Number.parseFloat(getComputedStyle(name).fontSize))
    expect(size).toBeGreaterThanOrEqual(40)
    // The last name of a long name, and the time below it, are not cut off.
    const tile = page.getByRole('listitem').filter({ hasText: longName.lastName })
    await expect(tile).toContainText('Featherstonehaugh-Cholmondeley, M.')
    const cut = await tile.evaluate((item) =>
      [item, ...item.querySelectorAll('p')]
        .filter(
          (part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1,
        )
        .map((part) => part.textContent),
    )
    expect(cut).toEqual([])
    await keepPicture(page, 'wall-long-name')
    await page.reload()
    await expect(page.getByText('Page 1 of 3')).toBeVisible()
    await page.setViewportSize({ width: 360, height: 800 })
    await expectNoSidewaysScroll(page)
    await keepPicture(page, 'wall-360')
    await page.getByRole('button', { name: 'Exit wall mode' }).click()
    const first = page.getByRole('checkbox').first()
    await expect(first).toBeAttached()
    await page.evaluate(() => scrollTo(0, 0))
    await keepPicture(page, 'board-360')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  },
)

test('a wall shows a drill with nothing to press, who is missing first, and the board again by itself', async ({
  page,
  browser,
  venues,
}) => {
  const evacuation = await makeEvacuation(venues, page, 56)
  const [first = '', , third = ''] = evacuation.people
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const wall = await context.newPage()
  await openBoard(wall, evacuation)
  await wall.clock.install()
  await wall.goto('/board?wall=1')
  await expect(wall.getByText('56', { exact: true })).toBeVisible()
  await openBoard(page, evacuation)
  await startMuster(page, 'Start a drill')

  await expect(wall.getByRole('heading', { name: /^Evacuation drill/ })).toBeVisible()
  await expect(wall.getByText('Page 1 of 3')).toBeVisible()
  const presses = wall.getByRole('main').locator('button, a, input, select')
  await expect(presses).toHaveText(['Stop on this page', 'Full screen', 'Exit wall mode'])
  await expect(wall.getByRole('banner')).toHaveCount(0)
  await expect(wall.getByText(/0491/)).toHaveCount(0)
  const sizeOf = (text: string) =>
    wall
      .getByText(text, { exact: true })
      .first()
      .evaluate((part) => Number.parseFloat(getComputedStyle(part).fontSize))
  expect(await sizeOf(first)).toBeGreaterThanOrEqual(40)
  for (const figure of ['56', '0']) expect(await sizeOf(figure)).toBeGreaterThanOrEqual(64)

  await showEverybody(page)
  await markSafe(page, first)
  const card = page.getByRole('listitem').filter({ has: tickOf(page, third) })
  await openMore(page, card)
  await page.getByRole('dialog').getByRole('button', { name: 'Needs help' }).click()
  const tiles = wall.getByRole('listitem')
  await expect(tiles.first()).toContainText(third)
  await expect(tiles.first()).toContainText('Needs helpMISSING')
  await expect(tiles.nth(1)).toContainText(/Abara-\d+, LiviaMISSING/)
  await keepPicture(wall, 'wall-muster-1920')
  await expectAccessible(wall)
  await expect(tiles.filter({ hasText: first })).toHaveCount(0)
  await seeLater(wall, isVisible(wall.getByText('Page 3 of 3')))
  await expect(tiles.last()).toContainText(`${first}, LiviaSafe`)

  await wall.route(/\/api\//, (route) => route.abort())
  await seeLater(wall, isVisible(wall.getByText(/^No connection since/)))
  await keepPicture(wall, 'wall-muster-stale')
  await wall.unroute(/\/api\//)
  await wall.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(wall)
  await keepPicture(wall, 'wall-muster-360')
  await wall.setViewportSize({ width: 1280, height: 720 })
  await keepPicture(wall, 'wall-muster-1280')

  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await seeLater(wall, isVisible(wall.getByRole('heading', { name: /^The drill has ended/ })))
  await expect(wall.getByText('55', { exact: true })).toBeVisible()
  await expect(wall.getByRole('button', { name: 'Back to the board' })).toHaveCount(0)
  await keepPicture(wall, 'wall-muster-over')
  await seeLater(wall, isVisible(wall.getByText('people on site')))
  await context.close()
})
