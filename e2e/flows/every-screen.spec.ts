import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, isWholeWalk, keepPicture } from '../pages/appearance.ts'
import { firstSteps, type LookName } from '@gatehouse/validation/vocabulary'
import { showSideBar, startSession } from '../pages/staff-pages.ts'
import { type Language, languageTags, Translations } from '../pages/translations.ts'

// Every screen of the portal: no fault that axe finds, nothing wider than the page, no English in Spanish, an empty console.
// `WALK=all` (`npm run verify`) walks each look in each language, light and dark at both widths; without it each screen has one look, one
// width and one mode, and each look one language. PICTURES=<folder> keeps a picture of each screen.

interface Screen {
  name: string
  path: string
  /** What the server answers there, by the path of the call: the body, or a refusal. */
  answers?: Readonly<Record<string, object | 403 | 500>>
  /** The status of a call that is refused there. */
  refused?: number
  /** What is pressed there before one looks. */
  press?: (page: Page, texts: Translations) => Promise<void>
  /** What somebody has written in English there. */
  written?: readonly string[]
  /** Nobody sees it who looks at all clients. */
  isOfOneClient?: true
}

const windowOf = (name: string, path: string, what: string): Screen => ({
  name: `${name}-${what}`,
  path: `${path}?edit=${what}`,
})

/** The server names events in the language of the account. */
const eventNames = [
  'A device is back',
  'Low pressure',
  'Evacuation',
  'Evacuation drill',
  'A sign-in was refused',
]

/** `:site`, `:user` and `:method` are ids of the client. */
const screens: readonly Screen[] = [
  { name: 'home', path: '/home' },
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
    written: eventNames,
    press: async (page, texts) => {
      await showSideBar(page, texts.translate('Open the menu'))
      await page.getByRole('button', { name: texts.translate('Notifications') }).click()
    },
  },
  {
    name: 'user-menu',
    path: '/home',
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
    press: async (page, texts) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: texts.translate('Search') }).fill('ha')
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    },
  },
  { name: 'keys', path: '/home', press: (page) => page.keyboard.press('?') },
  ...['details', 'client', 'password', 'two_step', 'sessions'].map((modal) => ({
    name: `account-${modal}`,
    path: `/settings?modal=${modal}`,
  })),
  { name: 'sites', path: '/site_management' },
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
  { name: 'methods', path: '/machine_management' },
  { name: 'method', path: '/machine_management?row=:method' },
  windowOf('methods', '/machine_management', 'new'),
  windowOf('methods', '/machine_management', ':method'),
  { name: 'questions', path: '/question_management', written: ['Yes'] },
  windowOf('questions', '/question_management', 'new'),
  windowOf('questions', '/question_management', ':question'),
  {
    name: 'questions-order',
    path: '/question_management',
    written: ['Yes'],
    isOfOneClient: true,
    press: async (page, texts) => {
      const name = texts.translate('Change the order')
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').getByRole('row').first().waitFor()
    },
  },
  { name: 'posters', path: '/machine_posters' },
  { name: 'posters-site', path: '/machine_posters?site=:site' },
  { name: 'qr-test', path: '/qr_test?key=GATE' },
  { name: 'qr-test-unknown', path: '/qr_test?key=ZZZZ' },
  { name: 'users', path: '/user_management' },
  { name: 'user', path: '/user_management?row=:user' },
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
      // On a phone it stands with the filters.
      if (!(await view.isVisible()))
        await page.getByRole('button', { name: texts.translate('Filters'), exact: true }).click()
      await view.click()
    },
  },
  { name: 'users-no-match', path: '/user_management?search=zzzz' },
  { name: 'checked-in', path: '/checked_in_users' },
  { name: 'settings', path: '/settings' },
  { name: 'audit-log', path: '/settings/audit_log' },
  { name: 'bans', path: '/settings/bans' },
  { name: 'webhooks', path: '/settings/webhooks' },
  { name: 'api-keys', path: '/settings/api_keys' },
  { name: 'health', path: '/settings/health' },
  { name: 'failed-deliveries', path: '/settings/failed_deliveries' },
  { name: 'notifications', path: '/notification_management', written: eventNames },
  { name: 'reports', path: '/reports' },
  ...(['headcount', 'hours'] as const).map((report) => ({
    name: `reports-${report}`,
    path: `/reports?report=${report}`,
  })),
  { name: 'reports-roll', path: '/reports?report=roll&site=:site' },
  { name: 'reports-save', path: '/reports?report=headcount&edit=save' },
  { name: 'saved-reports', path: '/reports/views' },
  { name: 'widgets', path: '/widgetview' },
  { name: 'person', path: '/settings/person' },
  { name: 'person-held', path: '/settings/person?person=:user', isOfOneClient: true },
  { name: 'person-export', path: '/settings/person?person=:user&edit=export', isOfOneClient: true },
  { name: 'person-erase', path: '/settings/person?person=:user&edit=erase', isOfOneClient: true },
]

/** Those of site admins only. */
const operatorScreens: readonly Screen[] = [
  { name: 'clients', path: '/client_management' },
  windowOf('clients', '/client_management', 'new'),
]

/** What is seen without an account. */
const publicScreens: readonly Screen[] = [
  { name: 'login', path: '/login' },
  { name: 'login-ended', path: '/login?reason=ended' },
  { name: 'login-forgot', path: '/login?modal=forgot' },
  { name: 'reset-password', path: '/reset_password?token=unknown' },
  { name: 'invitation', path: '/invitation?token=unknown' },
  { name: 'verify-email', path: '/verify_email?token=unknown' },
  { name: 'first-admin', path: '/first-admin?token=unknown' },
]

const walks = [
  { look: 'presence', email: 'admin@harbour.example', languages: ['es', 'en-au', 'en'] },
  { look: 'pulse', email: 'admin@harbour.example', languages: ['en-au', 'en', 'es'] },
  { look: 'batbooth', email: 'operator@gatehouse.example', languages: ['en', 'es', 'en-au'] },
] as const satisfies { look: string; email: string; languages: Language[] }[]

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } }
const states = [
  { ...sizes.desk, colorScheme: 'light' },
  { ...sizes.phone, colorScheme: 'dark' },
  { ...sizes.desk, colorScheme: 'dark' },
  { ...sizes.phone, colorScheme: 'light' },
] as const

/** The look is one attribute of the session. No other account with data has this one for itself. */
async function wear(page: Page, look: LookName): Promise<void> {
  await page.route('**/api/validate_token', async (route) => {
    const response = await route.fetch()
    const session = (await response.json()) as { config: object }
    await route.fulfill({ response, json: { ...session, config: { ...session.config, look } } })
  })
}

/** The browser and the account have this language. The account stays as it is for other journeys. */
async function speak(page: Page, language: Language): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('gatehouse.language', chosen), language)
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch()
    const profile = (await response.json()) as object
    await route.fulfill({ response, json: { ...profile, language } })
  })
}

/** @returns what gives the page the server's own answers again */
async function stub(page: Page, answers: NonNullable<Screen['answers']>): Promise<() => Promise<void>> {
  const paths = (url: URL) => Object.hasOwn(answers, url.pathname)
  const forbidden = { statusCode: 403, error: 'Forbidden', code: 'forbidden', message: '' }
  await page.route(paths, async (route) => {
    const answer = answers[new URL(route.request().url()).pathname]
    if (typeof answer !== 'number') await route.fulfill({ json: answer })
    // A fault of the server has no body that we know.
    else await route.fulfill({ status: answer, ...(answer === 403 ? { json: forbidden } : { body: '' }) })
  })
  return () => page.unroute(paths)
}

/** Nothing is on its way any more. */
async function untilShown(page: Page): Promise<void> {
  await expect(page.locator('#app :is(h1, h2), [role=dialog]').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** Looks at screens. One fault does not hide those of the other screens. */
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
        // What was pressed may be gone at another width.
        if (screen.press || screen.answers || !page.url().endsWith(path)) {
          await page.goto(path)
          await untilShown(page)
          await screen.press?.(page, texts)
        }
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expect(page.locator('html')).toHaveAttribute('lang', languageTags[texts.language])
        await texts.expectNoEnglish(page, screen.written)
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

for (const [turn, { look, email, languages }] of walks.entries()) {
  for (const language of isWholeWalk ? languages : languages.slice(0, 1)) {
    test.describe(`${look}, ${language}`, () => {
      test.describe.configure({ timeout: isWholeWalk ? 2_400_000 : 600_000 })

      test('each screen of an account', async ({ page }) => {
        const ids = new Map<string, string>()
        page.on('response', async (response) => {
          const [, noun] = /\/api\/(sites|users|sign-in-methods|questions)\?/.exec(response.url()) ?? []
          if (noun === undefined || ids.has(noun) || !response.ok()) return
          const { items } = (await response.json()) as { items: { id: string }[] }
          if (items[0]) ids.set(noun, items[0].id)
        })
        await wear(page, look)
        await startSession(page, email)
        await speak(page, language)
        const texts = new Translations(language)
        for (const path of [
          '/site_management',
          '/user_management',
          '/machine_management',
          '/question_management',
        ]) {
          await page.goto(path)
          await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
        }
        await expect.poll(() => ids.size).toBe(4)
        const address = (path: string) =>
          path
            .replace(':site', ids.get('sites') ?? '')
            .replace(':user', ids.get('users') ?? '')
            .replace(':question', ids.get('questions') ?? '')
            .replace(':method', ids.get('sign-in-methods') ?? '')
        const own = look === 'batbooth' ? [...operatorScreens, ...screens] : screens
        const walked = (isWholeWalk ? own : own.filter((_, at) => at % walks.length === turn)).filter(
          ({ isOfOneClient }) => !isOfOneClient || look !== 'batbooth',
        )
        expectRefusals(page, ...walked.flatMap(({ refused }) => refused ?? []))
        await walk(page, walked, texts, `${look}-${language}`, address)
      })

      if (look === 'presence') {
        test('each screen without one', async ({ page }) => {
          expectRefusals(page, 422)
          await speak(page, language)
          await walk(page, publicScreens, new Translations(language), `${look}-${language}`)
        })
      }
    })
  }
}

test('the chosen tab of a site stays in view, at each width and in each language', async ({ page }) => {
  await startSession(page, 'admin@harbour.example')
  await page.goto('/site_management')
  await page.locator('tbody tr[data-row] a').first().click()
  await page.getByRole('link', { name: 'History' }).click()
  const tab = page.locator('nav a[aria-current=page]').last()
  await expect(tab).toHaveText('History')
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
