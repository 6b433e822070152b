import { runtimeConfig, setRuntimeConfig } from '@gatehouse/api-client/runtime-config'
import { contrastOf, leastContrast } from '@gatehouse/validation/colours'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import { methodKeyAlphabet } from '@gatehouse/validation/method-key'
import type { RuntimeConfig } from '@gatehouse/validation/runtime-config'
import { looks } from '@gatehouse/validation/vocabulary'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { activateLocale } from '../../../lib/language.ts'
import { routeTree } from '../../../routeTree.gen.ts'
import { useCheckIn } from '../check-in-store.ts'
import { startAgain } from '../start-again.ts'

const machine: MachineData = {
  id: '01990c7e-58a1-7f3c-9d2e-6b1f0c2a4e77',
  siteName: 'Quay Hall',
  useTemperature: false,
  usersHaveRoles: false,
  questionsByUser: false,
  roles: [],
  questions: [],
  successMessage: '',
  kiosk: true,
  draft: 'a-draft',
  config: { region: 'AU', look: 'pulse', languages: ['en-au', 'en', 'es'] },
}
const asksAll: Partial<MachineData> = {
  useTemperature: true,
  usersHaveRoles: true,
  roles: [{ id: '01990c7e-58a1-7f3c-9d2e-100000000001', name: 'Visitor' }],
}
const venue = { timeZone: 'Australia/Perth', contactRetentionDays: 28, picture: null }
const own = runtimeConfig
/** The server's clock is ten minutes ahead of the tablet's. */
const server = { machine, time: '' }
const tabletTime = new Date('2026-11-20T04:20:05.000Z')

beforeEach(() => {
  server.time = '2026-11-20T04:30:05.000Z'
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: tabletTime })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (request) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), location.href)
    if (pathname.endsWith('/kiosk-report')) return Response.json({ time: server.time, hasMuster: false })
    return Response.json(server.machine)
  })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  setRuntimeConfig(own)
  useCheckIn.setState({ pairing: undefined })
  await activateLocale('en-au')
  await page.viewport(1280, 900)
})
afterAll(() => useCheckIn.setState({ method: { status: 'invalid', reason: 'unknown' } }))

let pages = 0
/** Opens a kiosk at its start. */
async function openKiosk(config: Partial<RuntimeConfig> = {}, more: Partial<MachineData> = {}) {
  await cleanup()
  server.machine = { ...machine, ...more }
  setRuntimeConfig({ ...own, supportUrl: '/support', privacyUrl: '/privacy', venue, ...config })
  // Each page has a key of its own: a key is only opened once.
  const key = methodKeyAlphabet[(pages += 1)] ?? ''
  const history = createMemoryHistory({ initialEntries: [`/GAT${key}`] })
  const router = createRouter({ routeTree, history })
  onTestFinished(() => history.destroy())
  await router.load()
  startAgain()
  await render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router as never} />
    </I18nProvider>,
  )
  await expect.element(signIn()).toBeVisible()
}

const signIn = () => page.getByRole('button', { name: /^Sign in/ })
const signOut = () => page.getByRole('button', { name: /^Sign out/ })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const firstName = () => page.getByRole('textbox', { name: 'First name' })
const picture = () => document.querySelector('main img')
const isScrolled = () => document.documentElement.scrollHeight > innerHeight

test('the clock shows the time at the venue, by the server', async () => {
  await openKiosk()
  const clock = () => document.querySelector('main time')?.textContent?.replace(/\s/g, ' ')
  const expectTime = async (shown: string) => {
    // The kiosk asks for the server's time.
    dispatchEvent(new Event('online'))
    // Each check advances the timers.
    await vi.waitFor(() => expect(clock()).toBe(shown), { timeout: 5000, interval: 500 })
  }
  await expectTime('12:30 pm')
  server.time = '2026-11-20T04:31:05.000Z'
  await expectTime('12:31 pm')
})

test.each([
  [1024, 768],
  [1280, 800],
  [768, 1024],
  [360, 740],
])('at %i × %i the start is whole, with large targets', async (width, height) => {
  await page.viewport(width, height)
  await openKiosk()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Welcome to Quay Hall' })).toBeVisible()
  await expect.element(signOut()).toBeVisible()
  expect(isScrolled()).toBe(false)
  for (const each of document.querySelectorAll('main button'))
    expect(each.getBoundingClientRect().height).toBeGreaterThanOrEqual(56)
})

test('a long name of a site is shown whole', async () => {
  await page.viewport(1024, 768)
  const siteName = 'Harbour Offices and Conference Centre, North Wing beside the Gallery, Level 12'
  await openKiosk({}, { siteName })
  const heading = page.getByRole('heading', { level: 1, name: `Welcome to ${siteName}` }).element()
  expect(heading.scrollWidth).toBeLessThanOrEqual(heading.clientWidth)
  expect(isScrolled()).toBe(false)
})

test('the picture of the site is behind the texts, and moves nothing', async () => {
  await openKiosk()
  expect(picture()).toBe(null)
  const before = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect()

  await openKiosk({ venue: { ...venue, picture: '/_images/quay.webp' } })
  expect(picture()).toHaveAttribute('src', '/_images/quay.webp')
  expect(picture()).toHaveAttribute('alt', '')
  const after = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect()
  expect(after.bottom).toBe(before.bottom)
})

test('white is readable on the panel in each look, and on any picture', async () => {
  await openKiosk({ venue: { ...venue, picture: '/_images/quay.webp' } })
  const root = document.documentElement
  onTestFinished(() => void delete root.dataset['theme'])
  const panel = document.querySelector('main h1')?.parentElement
  if (!panel) throw new Error('The start has no panel.')
  const numbersOf = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
  const contrastOfWhite = (channels: number[]) =>
    contrastOf(
      '#ffffff',
      `#${channels.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`,
    )
  for (const look of looks)
    for (const theme of ['light', 'dark']) {
      Object.assign(root.dataset, { look, theme })
      const { backgroundColor, backgroundImage, color } = getComputedStyle(panel)
      expect(color).toBe('rgb(255, 255, 255)')
      // The gradient darkens it at least by this.
      const least = Math.min(
        ...Array.from(backgroundImage.matchAll(/rgba\(0, 0, 0, ([\d.]+)\)/g), (all) => Number(all[1])),
      )
      const darkened = numbersOf(backgroundColor).map((channel) => channel * (1 - least))
      expect(contrastOfWhite(darkened), `${look} ${theme}`).toBeGreaterThanOrEqual(leastContrast.text)
    }
  const [red = 0, green = 0, blue = 0, alpha = 0] = numbersOf(
    getComputedStyle(panel).getPropertyValue('--dark'),
  )
  const onWhite = [red, green, blue].map((channel) => channel * alpha + 255 * (1 - alpha))
  expect(contrastOfWhite(onWhite)).toBeGreaterThanOrEqual(leastContrast.text)
})

test('the client is named by its logo, else by its name', async () => {
  await openKiosk({ brand: { name: 'Harbour Venues', logo: null } })
  await expect.element(page.getByText('Harbour Venues')).toBeVisible()
  await openKiosk({ brand: { name: 'Tidal Parks', logo: 'tidal' } })
  await expect.element(page.getByRole('img', { name: 'Tidal Parks' })).toBeInTheDocument()
})

test('each language is a button, and the current one is marked', async () => {
  await openKiosk()
  await expect.element(button('English (AU)')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(button('Español'))
  await expect.element(page.getByRole('button', { name: /^Registrarse/ })).toBeVisible()
  await expect.element(button('Español')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button('English (AU)')).toHaveAttribute('aria-pressed', 'false')
})

test('both ways lead to a form, whose header has the venue and the way back', async () => {
  await openKiosk()
  const venueName = () => page.getByRole('banner').getByText('Quay Hall')
  await userEvent.click(signIn())
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your details' })).toBeVisible()
  await expect.element(venueName()).toBeVisible()
  await userEvent.fill(firstName(), 'Ada')
  await userEvent.click(page.getByRole('banner').getByRole('button', { name: 'Cancel' }))
  await userEvent.click(signOut())
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sign out' })).toBeVisible()
  await expect.element(venueName()).toBeVisible()
  await expect.element(firstName()).toHaveValue('')
  await userEvent.click(button('Cancel'))
  await expect.element(signIn()).toBeVisible()
})

test('no screen has a footer or a link out of the kiosk', async () => {
  await openKiosk()
  const expectNone = () => {
    expect(document.querySelector('footer, a[href]:not([href^="/GA"])')).toBe(null)
    expect(document.body.textContent).not.toMatch(/Gatehouse|devices|Support/)
  }
  expectNone()
  await userEvent.click(signOut())
  await expect.element(button('Find my sign-in')).toBeVisible()
  expectNone()
  await userEvent.click(button('Cancel'))
  await userEvent.click(signIn())
  await expect.element(firstName()).toBeVisible()
  expectNone()
  useCheckIn.setState({ method: { status: 'invalid', reason: 'unknown' } })
  await expect.element(page.getByRole('heading', { name: 'Sign-in page is unavailable' })).toBeVisible()
  expectNone()
})

test.each([
  [1024, 458, {}],
  [1280, 480, {}],
  [1024, 458, asksAll],
  [1280, 480, asksAll],
])('at %i × %i, above the keyboard, Continue is in view: %o', async (width, height, asked) => {
  await page.viewport(width, height)
  await openKiosk({}, asked)
  for (const language of ['English (AU)', 'Español'] as const) {
    await userEvent.click(button(language))
    await userEvent.click(page.getByRole('button', { name: /^(Sign in|Registrarse)/ }))
    const send = page.getByRole('button', { name: /^Continu/ })
    await expect.element(send).toBeVisible()
    const { top, bottom } = send.element().getBoundingClientRect()
    expect(top).toBeGreaterThan(0)
    expect(bottom).toBeLessThanOrEqual(height)
    // Two columns: both names are in one row.
    const [first, last] = [...document.querySelectorAll('main input')].map((field) =>
      field.getBoundingClientRect(),
    )
    expect(first?.top).toBe(last?.top)
    await userEvent.click(page.getByRole('button', { name: /^Cancel/ }))
    await expect.element(page.getByRole('button', { name: /^(Sign in|Registrarse)/ })).toBeVisible()
  }
})

test('what the kiosk has to say is above its buttons', async () => {
  await openKiosk({}, { muster: { drill: true, points: [] } })
  useCheckIn.setState({ pairing: 'paired', waiting: [machine.id] })
  onTestFinished(() => useCheckIn.setState({ waiting: [] }))
  for (const text of [
    'Evacuation drill. You can still sign in.',
    'This tablet is paired.',
    /^1 sign-in is stored/,
  ])
    await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(signIn()).toBeVisible()
  expect(isScrolled()).toBe(false)
})
