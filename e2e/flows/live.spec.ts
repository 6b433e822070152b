import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { isVisible, seeLater } from '../pages/later.ts'
import { expectHome, startSession } from '../pages/staff-pages.ts'
import { plain } from '../pages/venue-plans.ts'
import { askDatabase } from '../server-tools.ts'

/** The frames of the live socket, as the browser reports them. */
function watchSockets(page: Page): { opened: number; received: string[] } {
  const seen = { opened: 0, received: [] as string[] }
  page.on('websocket', (socket) => {
    seen.opened += 1
    socket.on('framereceived', ({ payload }) => seen.received.push(String(payload)))
  })
  return seen
}

const signIn = (page: Page, lastName: string) =>
  page.request
    .get('/api/checkin/machine-data?method=GATE')
    .then((response) => response.json())
    .then(({ id }: { id: string }) =>
      page.request.post('/api/checkin', {
        data: { firstName: 'Livia', lastName, mobile: '0491 570 157', machineId: id },
      }),
    )

test(
  'a board shows a sign-in at once, also after its socket was lost',
  { tag: '@gate' },
  async ({ page }) => {
    const sockets = watchSockets(page)
    await startSession(page, 'admin@harbour.example')
    // The board polls only once on its own: later changes come through the socket.
    await page.addInitScript(() => {
      const { setInterval: real } = window
      window.setInterval = ((work: TimerHandler, after?: number) =>
        real(work, after === 10_000 ? 3_600_000 : after)) as typeof window.setInterval
      const { WebSocket: Real } = window
      window.WebSocket = class extends Real {
        constructor(...given: ConstructorParameters<typeof Real>) {
          super(...given)
          addEventListener('lose-socket', () => this.close())
        }
      }
    })
    await page.goto('/board')
    await page.getByRole('main').getByRole('button', { name: 'Harbour Gallery' }).click()
    await expect.poll(() => sockets.received.some((frame) => frame.includes('"ok":true'))).toBe(true)
    const first = `Now-${crypto.randomUUID().slice(0, 8)}`
    await signIn(page, first)
    await expect(page.getByText(first)).toBeVisible()

    const { opened } = sockets
    await page.evaluate(() => dispatchEvent(new Event('lose-socket')))
    await expect.poll(() => sockets.opened).toBeGreaterThan(opened)
    const second = `Then-${crypto.randomUUID().slice(0, 8)}`
    await signIn(page, second)
    await expect(page.getByText(second)).toBeVisible()
  },
)

test('the screens say that they are live, that they come back, and since when they are out of date', async ({
  page,
}) => {
  test.setTimeout(120_000)
  expectRefusals(page, 0)
  await page.clock.install()
  await startSession(page, 'admin@harbour.example')
  const main = page.getByRole('main')
  const openBoard = async () => {
    await page.goto('/board')
    const choice = main.getByRole('button', { name: 'Harbour Gallery' })
    await expect(choice.or(main.getByText(/^Updated /))).toBeVisible()
    if (await choice.isVisible()) await choice.click()
  }
  const screens = [
    ['home', '**/api/dashboard*', () => page.goto('/home')],
    ['checked-in-users', '**/api/presence*', () => page.goto('/checked_in_users')],
    ['sign-in-methods', '**/api/sign-in-methods*', () => page.goto('/machine_management')],
    ['board', '**/api/board/*', openBoard],
  ] as const
  for (const [name, , open] of screens) {
    await open()
    await expect(main.getByText('Live', { exact: true })).toBeVisible()
    await expect(main.getByRole('status').filter({ hasText: 'Live' })).toHaveCount(0)
    await expectAccessible(page)
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page)
      await keepPicture(page, `live-${name}-${width}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
  for (const [name, path, open] of screens) {
    await open()
    await expect(main.getByRole('status').filter({ hasText: 'Reconnecting…' })).toBeVisible()
    await keepPicture(page, `live-reconnecting-${name}`)
    await page.route(path, (route) => route.abort())
    const stale = main.getByText(/^Not updated since /)
    await seeLater(page, isVisible(stale))
    await expect(main.getByText('Reconnecting…')).toHaveCount(0)
    await expectAccessible(page)
    await keepPicture(page, `live-stale-${name}`)
    await page.unroute(path)
  }
})

test('a notification is in the bell at once, in each window', { tag: '@gate' }, async ({ page, venues }) => {
  const admin = await venues.appoint(await venues.open(plain))
  const other = await page.context().newPage()
  const windows = [page, other]
  await startSession(page, admin.email, admin.password)
  for (const one of windows) {
    const sockets = watchSockets(one)
    await one.goto('/home')
    await expectHome(one)
    await expect.poll(() => sockets.received.some((frame) => frame.startsWith('40/web'))).toBe(true)
  }
  await askDatabase([
    [
      `insert into notifications (client_id, id, user_id, kind, level)
        select client_id, uuidv7(), id, 'password_changed', 'warning' from users where email = $1`,
      [admin.email],
    ],
  ])
  for (const one of windows) await expect(one.getByRole('button', { name: /1 notification/ })).toBeVisible()
})
