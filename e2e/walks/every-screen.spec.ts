import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, isWholeWalk, keepPicture } from '../pages/appearance.ts'
import { firstSteps, type LookName } from '@gatehouse/validation/vocabulary'
import { callsAs, showSideBar, startSession } from '../pages/staff-pages.ts'
import { type Language, languageTags, Translations } from '../pages/translations.ts'
import { plain } from '../pages/venue-plans.ts'
import { askDatabase } from '../server-tools.ts'
import type { Login, Venues } from '../venues.ts'

// Every screen of the portal: no violation that axe finds, no horizontal overflow, no English in
// Spanish, an empty console. `WALK=all` (`npm run verify`) walks each look in each language, light
// and dark at both widths; without it the main screens have one look, one language, one width and
// one mode each. PICTURES=<folder> writes a picture of each screen.

interface Screen {
  name: string
  path: string
  /** The server's responses there, by the path of the call: the body, or an error status. */
  answers?: Readonly<Record<string, object | 403 | 500>>
  /** A poster of a Spanish client has English below. */
  isBilingual?: true
  /** The status of a call that is refused there. */
  refused?: number
  /** The actions before the screen is checked. */
  press?: (page: Page, texts: Translations) => Promise<void>
  /** It is also walked without `WALK=all`. */
  isMain?: true
}

const windowOf = (name: string, path: string, what: string): Screen => ({
  name: `${name}-${what}`,
  path: `${path}?edit=${what}`,
})

/** `:site`, `:user` and `:method` are ids of the client. */
const frame: readonly Screen[] = [
  { name: 'home', path: '/home', isMain: true },
  { name: 'home-year', path: '/home?period=year' },
  {
    name: 'getting-started',
    path: '/home',
    answers: {
      '/api/getting-started': {
        steps: firstSteps.map((step, at) => ({
          step,
          state: at === 0 ? 'done' : at === 1 ? 'skipped' : 'open',
        })),
        method: null,
      },
    },
  },
  { name: 'users-failed', path: '/user_management', answers: { '/api/users': 500 }, refused: 500 },
  { name: 'users-forbidden', path: '/user_management', answers: { '/api/users': 403 }, refused: 403 },
  { name: 'page-failed', path: '/home', answers: { '/api/validate_token': 500 }, refused: 500 },
  { name: 'site-gone', path: '/site_management/00000000-0000-4000-8000-000000000000/details', refused: 404 },
  {
    name: 'bell',
    path: '/home',
    isMain: true,
    press: async (page, texts) => {
      await showSideBar(page, texts.translate('Open the menu'))
      await page.getByRole('button', { name: texts.translate('Notifications') }).click()
    },
  },
  {
    name: 'user-menu',
    path: '/home',
    isMain: true,
    press: async (page, texts) => {
      await showSideBar(page, texts.translate('Open the menu'))
      await page
        .locator('button[aria-expanded]')
        .filter({ hasText: /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u, visible: true })
        .click()
    },
  },
  {
    name: 'palette',
    path: '/home',
    isMain: true,
    press: async (page, texts) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: texts.translate('Search') }).fill('Robin')
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    },
  },
  { name: 'keys', path: '/home', press: (page) => page.keyboard.press('?') },
  ...['details', 'client', 'password', 'two_step', 'sessions', 'sign_in_policy'].map((modal) => ({
    name: `account-${modal}`,
    path: `/settings?modal=${modal}`,
  })),
]

const places: readonly Screen[] = [
  { name: 'sites', path: '/site_management', isMain: true },
  windowOf('sites', '/site_management', 'new'),
  windowOf('sites', '/site_management', ':site'),
  ...[
    'details',
    'methods',
    'roles',
    'questions',
    'hours',
    'temperature',
    'muster',
    'privacy',
    'external-api',
    'history',
  ].map((tab) => ({ name: `site-${tab}`, path: `/site_management/:site/${tab}` })),
  { name: 'methods', path: '/machine_management', isMain: true },
  { name: 'method', path: '/machine_management?row=:method' },
  { ...windowOf('methods', '/machine_management', 'new'), isMain: true },
  windowOf('methods', '/machine_management', ':method'),
  { name: 'questions', path: '/question_management', isMain: true },
  { ...windowOf('questions', '/question_management', 'new'), isMain: true },
  windowOf('questions', '/question_management', ':question'),
  {
    name: 'questions-order',
    path: '/question_management',
    press: async (page, texts) => {
      const name = texts.translate('Change the order')
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').getByRole('row').first().waitFor()
    },
  },
  { name: 'posters', path: '/machine_posters', isBilingual: true },
  { name: 'posters-site', path: '/machine_posters?site=:site', isBilingual: true },
  { name: 'qr-test', path: '/qr_test?key=GATE' },
  { name: 'qr-test-unknown', path: '/qr_test?key=ZZZZ' },
]

const people: readonly Screen[] = [
  { name: 'users', path: '/user_management', isMain: true },
  { name: 'user', path: '/user_management?row=:user', isMain: true },
  ...['new', 'import', 'export', ':user'].map((what) => windowOf('users', '/user_management', what)),
  {
    name: 'users-ticked',
    path: '/user_management',
    press: (page) => page.locator('tbody').getByRole('checkbox').nth(1).check(),
  },
  {
    name: 'users-menu',
    path: '/user_management',
    press: (page) => page.locator('tbody tr[data-row]').nth(1).getByRole('button').last().click(),
  },
  {
    name: 'users-view',
    path: '/user_management',
    press: async (page, texts) => {
      const view = page.getByRole('button', { name: texts.translate('View'), exact: true })
      // On a phone it is among the filters.
      const filters = page.getByRole('button', { name: texts.translate('Filters'), exact: true })
      await expect(view.or(filters).first()).toBeVisible()
      if (!(await view.isVisible())) await filters.click()
      await view.click()
    },
  },
  { name: 'users-no-match', path: '/user_management?search=zzzz' },
  { name: 'checked-in', path: '/checked_in_users', isMain: true },
  { name: 'bans', path: '/settings/bans', isMain: true },
  { name: 'reports', path: '/reports', isMain: true },
  ...(['headcount', 'hours'] as const).map((report) => ({
    name: `reports-${report}`,
    path: `/reports?report=${report}`,
  })),
  { name: 'reports-roll', path: '/reports?report=roll&site=:site' },
  { name: 'reports-save', path: '/reports?report=headcount&edit=save' },
  { name: 'saved-reports', path: '/reports/views' },
  { name: 'person', path: '/settings/person' },
  { name: 'person-held', path: '/settings/person?person=:user' },
  { name: 'person-export', path: '/settings/person?person=:user&edit=export' },
  { name: 'person-erase', path: '/settings/person?person=:user&edit=erase' },
]

const settings: readonly Screen[] = [
  { name: 'settings', path: '/settings', isMain: true },
  { name: 'retention', path: '/settings/retention' },
  { name: 'audit-log', path: '/settings/audit_log', isMain: true },
  { name: 'webhooks', path: '/settings/webhooks', isMain: true },
  { name: 'api-keys', path: '/settings/api_keys' },
  { name: 'health', path: '/settings/health', isMain: true },
  { name: 'failed-deliveries', path: '/settings/failed_deliveries' },
  { name: 'notifications', path: '/notification_management', isMain: true },
  { name: 'widgets', path: '/widgetview' },
]

/** The screens of site admins only. */
const operatorScreens: readonly Screen[] = [
  { name: 'clients', path: '/client_management' },
  windowOf('clients', '/client_management', 'new'),
]

/** The screens without an account. */
const publicScreens: readonly Screen[] = [
  { name: 'login', path: '/login', isMain: true },
  { name: 'login-ended', path: '/login?reason=ended' },
  { name: 'login-forgot', path: '/login?modal=forgot', isMain: true },
  { name: 'reset-password', path: '/reset_password?token=unknown' },
  { name: 'invitation', path: '/invitation?token=unknown' },
  { name: 'verify-email', path: '/verify_email?token=unknown' },
  { name: 'first-admin', path: '/first-admin?token=unknown' },
]

const walks = [
  { look: 'presence', languages: ['es', 'en-au', 'en'] },
  { look: 'pulse', languages: ['en-au', 'en', 'es'] },
  { look: 'batbooth', languages: ['en', 'es', 'en-au'] },
] as const satisfies { look: LookName; languages: Language[] }[]

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } }
const states = [
  { ...sizes.desk, colorScheme: 'light' },
  { ...sizes.phone, colorScheme: 'dark' },
  { ...sizes.desk, colorScheme: 'dark' },
  { ...sizes.phone, colorScheme: 'light' },
] as const

/**
 * An organisation with rows in each list. None of its texts is in the catalogue.
 * @returns its admin
 */
async function makeHouse(
  venues: Venues,
  request: APIRequestContext,
  look: LookName,
  language: Language,
): Promise<Login> {
  const venue = await venues.open({
    ...plain,
    siteName: 'Saltpan Theatre',
    roles: ['Deckhand'],
    questions: [{ id: 'ferry', questionText: 'Which ferry?', type: 'free text' }],
    config: { ...plain.config, look },
  })
  const admin = await venues.appoint(venue)
  await venues.receive(venue, { firstName: 'Ada', lastName: 'Lindqvist' })
  await venues.ban(venue, { firstName: 'Bo', lastName: 'Okafor', mobile: '0491 570 157' })
  const call = await callsAs(request, admin)
  const { items } = await call<{ items: { id: string; name: string }[] }>('GET', '/users')
  await call('POST', '/webhooks', { url: 'https://receiver.example/in', events: ['visitor.signed_in'] })
  const [{ id: user_id } = { id: '' }] = items
  await call('POST', '/notification-recipients', { user_id, events: ['device_offline'], channels: ['bell'] })
  const isHouse = 'client_id = (select client_id from users where email = $2)'
  const statements = [
    'update users set language = $1 where email = $2',
    // Previews and posters are in the client's language.
    'update clients set language = $1 where id = (select client_id from users where email = $2)',
    `update bans set reason = 'Loud at the door, ' || $1 where ${isHouse}`,
  ]
  await askDatabase(statements.map((statement) => [statement, [language, admin.email]]))
  return admin
}

/**
 * Sets this language in the browser and the account's responses. The account is unchanged for other
 * journeys.
 */
async function speak(page: Page, language: Language): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('gatehouse.language', chosen), language)
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch()
    const profile = (await response.json()) as object
    await route.fulfill({ response, json: { ...profile, language } })
  })
}

/** @returns a function that restores the server's own responses */
async function stub(page: Page, answers: NonNullable<Screen['answers']>): Promise<() => Promise<void>> {
  const paths = (url: URL) => Object.hasOwn(answers, url.pathname)
  const forbidden = { statusCode: 403, error: 'Forbidden', code: 'forbidden', message: '' }
  await page.route(paths, async (route) => {
    const answer = answers[new URL(route.request().url()).pathname]
    if (typeof answer !== 'number') await route.fulfill({ json: answer })
    // A server error has an unknown body.
    else await route.fulfill({ status: answer, ...(answer === 403 ? { json: forbidden } : { body: '' }) })
  })
  return () => page.unroute(paths)
}

/** Waits until nothing is loading. */
async function untilShown(page: Page): Promise<void> {
  await expect(page.locator('#app :is(h1, h2), [role=dialog]').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** Checks screens. A failure on one screen does not hide those of others. */
async function walk(
  page: Page,
  walked: readonly Screen[],
  texts: Translations,
  prefix: string,
  address = (path: string) => path,
): Promise<void> {
  page.setDefaultTimeout(10_000)
  const faults: string[] = []
  for (const [number, screen] of walked.entries()) {
    const path = address(screen.path)
    const own = states.filter((_, place) => isWholeWalk || place === number % states.length)
    for (const { colorScheme, ...size } of own) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const name = `${screen.name.replace(':', '')}-${size.width}-${colorScheme}`
      const mend = await stub(page, screen.answers ?? {})
      try {
        // The pressed element may be hidden at another width.
        if (screen.press || screen.answers || !page.url().endsWith(path)) {
          await page.goto(path)
          await untilShown(page)
          await screen.press?.(page, texts)
        }
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expect(page.locator('html')).toHaveAttribute('lang', languageTags[texts.language])
        if (!screen.isBilingual) await texts.expectNoEnglish(page)
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
        if (!isWholeWalk && !screen.press) {
          await page.setViewportSize(size.width === sizes.desk.width ? sizes.phone : sizes.desk)
          await expectNoSidewaysScroll(page)
          await page.setViewportSize(size)
        }
      } catch (error) {
        faults.push(`${name}: ${error instanceof Error ? error.message : ''}`)
      }
      await keepPicture(page, `${prefix}-${name}`)
      await mend()
    }
  }
  expect(faults).toEqual([])
}

const groups = Object.entries({ frame, places, people, settings })

for (const [turn, { look, languages }] of walks.entries())
  for (const language of isWholeWalk ? languages : languages.slice(0, 1))
    test.describe(`${look}, ${language}`, () => {
      if (isWholeWalk) test.describe.configure({ timeout: 600_000 })

      for (const [at, [group, screens]] of groups.entries()) {
        if (!isWholeWalk && at % walks.length !== turn) continue
        test(`each screen of an account: ${group}`, async ({ page, request, venues }) => {
          const admin = await makeHouse(venues, request, look, language)
          const call = await callsAs(request, admin)
          const idOf = async (noun: string) => {
            const { items } = await call<{ items: { id: string }[] }>('GET', `/${noun}`)
            return items[0]?.id ?? ''
          }
          const ids = {
            site: await idOf('sites'),
            user: await idOf('users'),
            question: await idOf('questions'),
            method: await idOf('sign-in-methods'),
          }
          const address = (path: string) =>
            path.replace(/:(site|user|question|method)/, (_, noun: keyof typeof ids) => ids[noun])
          const walked = screens.filter(({ isMain }) => isWholeWalk || isMain)
          expectRefusals(page, ...walked.flatMap(({ refused }) => refused ?? []))
          await page.addInitScript((own) => localStorage.setItem('gatehouse.language', own), language)
          await startSession(page, admin.email, admin.password)
          await walk(page, walked, new Translations(language), `${look}-${language}`, address)
        })
      }

      if (look === 'presence')
        test('each screen without an account', { tag: '@gate' }, async ({ page }) => {
          const walked = publicScreens.filter(({ isMain }) => isWholeWalk || isMain)
          await speak(page, language)
          await walk(page, walked, new Translations(language), `${look}-${language}`)
        })

      if (look === 'batbooth')
        test('each screen of an operator', async ({ page }) => {
          await startSession(page, 'operator@gatehouse.example')
          await speak(page, language)
          await walk(page, operatorScreens, new Translations(language), `${look}-${language}`)
        })
    })

test('the chosen tab of a site stays in view, at each width and in each language', async ({ page }) => {
  await startSession(page, 'admin@harbour.example')
  await page.goto('/site_management')
  await page.locator('tbody tr[data-row] a').first().click()
  await page.getByRole('link', { name: 'Privacy and data' }).click()
  const tab = page.locator('nav a[aria-current=page]').last()
  await expect(tab).toHaveText('Privacy and data')
  const isInView = () =>
    tab.evaluate((link) => {
      const row = link.parentElement?.getBoundingClientRect()
      const own = link.getBoundingClientRect()
      return row !== undefined && own.left >= row.left - 1 && own.right <= row.right + 1
    })
  for (const language of ['en-au', 'es', 'en'] as const) {
    await speak(page, language)
    await page.reload()
    for (const width of [1440, 360, 700]) {
      await page.setViewportSize({ width, height: 740 })
      await expect.poll(isInView).toBe(true)
    }
  }
})
