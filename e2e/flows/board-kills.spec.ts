import { expect, noisyTest as test } from '../fixtures.ts'
import { type OwnServer, startOwnServer } from '../own-server.ts'
import { startSession } from '../pages/staff-pages.ts'

/** How long a board may differ from the database, once the server responds again. */
const LONGEST_MS = 10_000

test.describe.configure({ timeout: 120_000 })

test('a board equals the database within ten seconds after the program and the database were killed', async ({
  browser,
  page: other,
}) => {
  // The same account on another server: its session is unknown to the server that is killed.
  await startSession(other, 'board@harbour.example')
  const server = await startOwnServer('board-kills', { DEMO: 'on', BREACH_URL: 'off' })
  try {
    const context = await browser.newContext({ baseURL: server.origin })
    const page = await context.newPage()
    const methods = await page.request.get('/api/checkin/machine-data?method=GATE')
    const { id } = (await methods.json()) as { id: string }
    const [site] = await server.ask([`select site_id from sign_in_methods where id = $1`, [id]])
    const siteId = String(site?.['site_id'])
    let arrivals = 0
    const arrive = async () => {
      arrivals += 1
      const lastName = `Vantongeren ${arrivals}`
      const data = { firstName: 'Odile', lastName, mobile: '0491 570 157', machineId: id }
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const send = () =>
        page.request.post('/api/checkin', { data, headers }).then(
          (response) => response.status(),
          () => 0,
        )
      await expect.poll(send, { timeout: 30_000 }).toBe(200)
      return lastName
    }
    const leave = (lastName: string) =>
      server.ask([`delete from presence where site_id = $1 and last_name = $2`, [siteId, lastName]])
    const onBoard = async () => (await page.locator('main li label').allTextContents()).sort()
    const expectEqual = async () => {
      const people = await peopleOnSite(server, siteId)
      await expect.poll(onBoard, { timeout: LONGEST_MS }).toEqual(people)
    }

    await startSession(page, 'board@harbour.example')
    await page.goto(`/board?site=${siteId}`)
    await expect(page.locator('main li label').first()).toBeVisible()
    const stays = await arrive()
    await expectEqual()

    await test.step('the program', async () => {
      await leave(stays)
      const last = await arrive()
      await server.kill()
      // The list changes without a notification to the board.
      await leave(last)
      await server.restart()
      await expectEqual()
      await arrive()
      await expectEqual()
    })

    await test.step('the database', async () => {
      await arrive()
      await server.killDatabase()
      await arrive()
      await expectEqual()
      await arrive()
      await expectEqual()
    })

    expect(await page.getByText(/^Odile Vantongeren \d$/).count()).toBe(arrivals - 2)
    await context.close()
  } finally {
    await server.stop()
  }
})

/** The names on the site from the database, sorted like the board's here. */
async function peopleOnSite(server: OwnServer, siteId: string): Promise<string[]> {
  const rows = await server.ask([
    `select coalesce(u.first_name, p.first_name) || ' ' || coalesce(u.last_name, p.last_name) as name
     from presence p left join users u on u.id = p.user_id where p.site_id = $1`,
    [siteId],
  ])
  return rows.map(({ name }) => String(name)).sort()
}
