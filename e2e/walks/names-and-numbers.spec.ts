import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { askDatabase } from '../server-tools.ts'
import { expect, expectAccessible, test as base } from '../fixtures.ts'
import { expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import { startSession } from '../pages/staff-pages.ts'
import type { Venue } from '../venues.ts'

/** A venue with an absent member of staff, and a colleague who reads its lists. */
interface StaffedVenue {
  venue: Venue
  siteId: string
  email: string
}

const test = base.extend<{ staffed: StaffedVenue }>({
  staffed: async ({ venues }, use) => {
    const siteName = `Quiet Wharf ${randomUUID().slice(0, 8)}`
    const venue = await venues.open({
      siteName,
      useTemperature: false,
      questionsByUser: false,
      roles: [],
      questions: [],
      successMessage: '',
      kiosk: false,
      config: { region: 'AU', look: 'presence', languages: ['en-au'] },
    })
    const [site] = await askDatabase([
      ['update sites set offline_users = true where name = $1 returning client_id, id', [siteName]],
    ])
    const clientId = String(site?.['client_id'])
    const siteId = String(site?.['id'])
    const reader = {
      id: randomUUID(),
      email: `${randomUUID()}@wharf.example`,
      lastName: 'Reader',
      mobile: '',
    }
    const away = { ...reader, id: randomUUID(), email: '', lastName: 'Absent', mobile: '+61491570159' }
    for (const { id, email, lastName, mobile } of [reader, away]) {
      await askDatabase([
        [
          `insert into users (client_id, id, email, email_key, first_name, last_name, mobile, language, status, password_hash)
            select $1, $2, $3, $3, 'Robin', $4, $5, 'en-au', 'active', password_hash from users
            where email = 'staff@harbour.example'`,
          [clientId, id, email, lastName, mobile],
        ],
        [
          `insert into access_entries (client_id, user_id, site_id, user_type) values ($1, $2, $3, 'Staff')`,
          [clientId, id, siteId],
        ],
      ])
    }
    await askDatabase([
      [
        'insert into logins (email_key, client_id, user_id) values ($1, $2, $3)',
        [reader.email, clientId, reader.id],
      ],
    ])
    await use({ venue, siteId, email: reader.email })
  },
})

async function signIn(
  page: Page,
  { venue }: StaffedVenue,
  firstName: string,
  lastName: string,
): Promise<void> {
  const answer = await page.request.post('/api/checkin', {
    data: { firstName, lastName, mobile: '0491570156', machineId: venue.id },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Collects the font files that the page requests, by script. */
function watchTypeface(page: Page): Set<string> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const [, script] = /inter-([a-z-]+)-wght-normal/.exec(request.url()) ?? []
    if (script) scripts.add(script)
  })
  return scripts
}

/** Whether the browser rendered the element with the page's fonts only. */
async function drawnFaces(page: Page, selector: string): Promise<{ name: string; isOwn: boolean }[]> {
  await page.evaluate(() => document.fonts.ready)
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.map(({ familyName, isCustomFont }) => ({ name: familyName, isOwn: isCustomFont }))
}

test('an English page fetches one file of the typeface, and a name of another alphabet the one that it needs', async ({
  page,
  staffed,
}) => {
  const scripts = watchTypeface(page)
  await signIn(page, staffed, 'Amelia', 'Whitmore')
  await startSession(page, staffed.email)
  await page.goto('/checked_in_users')
  await expect(page.getByRole('row', { name: /Whitmore/ })).toBeVisible()
  await page.goto('/board')
  await expect(page.getByText('Amelia Whitmore')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  expect([...scripts]).toEqual(['latin'])

  await signIn(page, staffed, 'Hồ', 'Nguyễn Đặng')
  await page.goto('/checked_in_users')
  await expect(page.getByRole('row', { name: /Nguyễn/ })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  expect([...scripts].toSorted()).toEqual(['latin', 'vietnamese'])

  await signIn(page, staffed, 'Łukasz Øyvind', 'Hồ Nguyễn Đặng')
  const own = { name: expect.stringContaining('Inter'), isOwn: true }
  await page.reload()
  await expect(page.getByRole('row', { name: /Łukasz/ })).toBeVisible()
  for (const face of await drawnFaces(page, 'tbody tr:last-child th')) expect(face).toEqual(own)
  await page.goto('/board')
  await expect(page.getByText('Łukasz Øyvind')).toBeVisible()
  for (const face of await drawnFaces(page, 'main')) expect(face).toEqual(own)
  expect([...scripts].toSorted()).toEqual(['latin', 'latin-ext', 'vietnamese'])
})

test('numbers of people on site are read in full, of people away masked and never as a link', async ({
  page,
  staffed,
}) => {
  await signIn(page, staffed, 'Hoa', 'Nguyễn')
  await startSession(page, staffed.email)
  await page.goto(`/checked_in_users?search=${encodeURIComponent('nguyen 0491 570 156')}`)
  const row = page.getByRole('row', { name: /Nguyễn/ })
  await expect(row.getByRole('link', { name: '0491 570 156' })).toHaveAttribute('href', 'tel:+61491570156')

  await page.goto(`/board?site=${staffed.siteId}`)
  await expect(page.getByRole('link', { name: '0491 570 156' })).toHaveAttribute('href', 'tel:+61491570156')
  await page.getByRole('tab', { name: 'Checked Out' }).click()
  const absent = page.getByRole('listitem').filter({ hasText: 'Absent' })
  await expect(absent).toContainText('••• 159')
  await expect(absent.getByText('Number hidden, last digits 159')).toBeAttached()
  await expect(page.locator('a[href^="tel:"]')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('searchbox').fill('159')
  await expect(absent).toBeHidden()
  await page.getByRole('searchbox').fill('absent')
  await expect(absent).toBeVisible()
})

test('a masked number in the list says so and dials nothing', async ({ page, staffed }) => {
  await signIn(page, staffed, 'Hoa', 'Nguyễn')
  await page.route('**/api/presence?*', async (route) => {
    const response = await route.fetch()
    const { items, ...rest } = (await response.json()) as { items: object[] }
    for (const item of items) Object.assign(item, { mobile: '••• 156', mobile_masked: true })
    await route.fulfill({ response, json: { ...rest, items } })
  })
  await startSession(page, staffed.email)
  await page.goto('/checked_in_users')
  const row = page.getByRole('row', { name: /Nguyễn/ })
  await expect(row).toContainText('••• 156')
  await expect(row.getByText('Number hidden, last digits 156')).toBeAttached()
  await expect(row.getByRole('link')).toHaveCount(0)
  await expectAccessible(page)
})

const longNames = [
  {
    firstName: 'Wolfeschlegelsteinhausenbergerdorffwelch',
    lastName: 'Donaudampfschifffahrtselektrizitätenhau',
  },
  { firstName: 'عبدالرحمنالعبدالعزيزالسعيدالمحمدي', lastName: 'الحسينيالهاشميالقرشي' },
  { firstName: 'ศรีสุวรรณวัฒนาพงศ์ไพบูลย์', lastName: 'เฉลิมพระเกียรติกาญจนาภิเษก' },
]

/** Every line of a text is on the page, and inside any clipping container. */
async function expectWhole(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  const cut = await page.evaluate((searched) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const node = texts.currentNode as Text
      const parent = node.parentElement
      if (!parent?.checkVisibility() || !node.data.includes(searched)) continue
      const clips: DOMRect[] = []
      let isForReaders = false
      for (let element: Element | null = parent; element; element = element.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(element)
        if (clipPath !== 'none') isForReaders = true
        if (overflowX !== 'visible') clips.push(element.getBoundingClientRect())
      }
      if (isForReaders) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { left, right } of range.getClientRects())
        if (
          left < -1 ||
          right > document.documentElement.clientWidth + 1 ||
          clips.some((clip) => left < clip.left - 1 || right > clip.right + 1)
        )
          found.push(`${parent.outerHTML.slice(0, 120)}: ${left} to ${right}`)
    }
    return found
  }, text)
  expect(cut).toEqual([])
  await expectNoSidewaysScroll(page)
}

function linesOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size
  })
}

test('names of any length and script stand whole on the board and in the portal, at 320 px and with text of 200 %', async ({
  page,
  venues,
  staffed,
}) => {
  for (const { firstName, lastName } of longNames) await signIn(page, staffed, firstName, lastName)
  const { email, password } = await venues.appoint(staffed.venue)
  for (const { firstName, lastName } of longNames)
    await askDatabase([
      [
        `insert into users (client_id, id, email, email_key, first_name, last_name, language, status)
          select client_id, $2, $3, $3, $4, $5, 'en-au', 'active' from sites where id = $1`,
        [staffed.siteId, randomUUID(), `${randomUUID()}@wharf.example`, firstName, lastName],
      ],
    ])
  await startSession(page, email, password)
  for (const path of [
    `/board?site=${staffed.siteId}`,
    '/checked_in_users',
    '/access_log',
    '/user_management',
  ]) {
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.goto(path)
    for (const [width, size] of [
      [1440, '100%'],
      [360, '100%'],
      [320, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size)
      for (const name of longNames.flatMap((person) => [person.firstName, person.lastName]))
        await expectWhole(page, name)
      await keepPicture(page, `long-${path.slice(1, 8)}-${width}-${size}`)
      // A card of the board fits each word on a line of its own.
      if (path.startsWith('/board') && size === '100%')
        expect(
          await linesOf(page.getByText(longNames[0]?.lastName ?? '', { exact: true })),
          `at ${width} px`,
        ).toBe(1)
    }
  }
  // They fit also as the title of the open drawer.
  await page.locator('tbody tr[data-row]').filter({ hasText: 'Wolfe' }).getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: /^Wolfe/ })).toBeVisible()
  await expectWhole(page, longNames[0]?.firstName ?? '')
})
