import type { Page } from '@playwright/test'
import { expect, ownServerTest, test } from '../fixtures.ts'
import { makeOperator } from '../pages/made-up-staff.ts'
import { enter, expectHome } from '../pages/staff-pages.ts'

/** The frames of the live socket, which the browser reports. */
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

test('a board shows a sign-in at once, also after its socket was lost', async ({ page }) => {
  const sockets = watchSockets(page)
  await enter(page, 'admin@harbour.example')
  await expectHome(page)
  // The board asks only once by itself: what it shows later, the socket has told it.
  await page.addInitScript(() => {
    const { setInterval: real } = window
    window.setInterval = ((work: TimerHandler, after?: number) =>
      real(work, after === 10_000 ? 3_600_000 : after)) as typeof window.setInterval
  })
  await page.goto('/board')
  await page.getByRole('main').getByRole('button', { name: 'Harbour Gallery' }).click()
  await expect.poll(() => sockets.received.some((frame) => frame.includes('"ok":true'))).toBe(true)
  const first = `Now-${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, first)
  await expect(page.getByText(first)).toBeVisible({ timeout: 2000 })

  const { opened } = sockets
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  const second = `Then-${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, second)
  await expect(page.getByText(second)).toBeVisible()
  expect(sockets.opened).toBeGreaterThanOrEqual(opened)
})

const password = 'Bellbird-harbour-52'
ownServerTest.use({ serverName: 'live' })

ownServerTest('a notification is in the bell at once, in each window', async ({ page, server }) => {
  const operator = await makeOperator(server, password)
  const other = await page.context().newPage()
  const windows = [page, other]
  for (const one of windows) {
    const sockets = watchSockets(one)
    if (one === page) await enter(one, operator, password)
    else await one.goto('/home')
    await expectHome(one)
    await expect.poll(() => sockets.received.some((frame) => frame.startsWith('40/web'))).toBe(true)
  }
  await server.ask([
    `insert into notifications (client_id, id, user_id, kind, level)
    select client_id, uuidv7(), id, 'password_changed', 'warning' from users where email = $1`,
    [operator],
  ])
  for (const one of windows)
    await expect(one.getByRole('button', { name: /1 notification/ })).toBeVisible({ timeout: 3000 })
})
