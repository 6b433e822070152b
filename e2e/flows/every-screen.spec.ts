import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, keepPicture } from '../pages/appearance.ts'
import type { LookName } from '@gatehouse/validation/vocabulary'
import { enter, showSideBar } from '../pages/staff-pages.ts'
import { type Language, languageTags, Translations } from '../pages/translations.ts'

// Every screen of the portal: no fault that axe finds, nothing wider than the page, no English in Spanish, an empty console.
// `WALK=all` walks each look in each language, light and dark at both widths, and PICTURES=<folder> keeps a picture of each screen.

interface Screen {
  name: string
  path: string
  /** What is pressed there before one looks. */
  press?: (page: Page, texts: Translations) => Promise<void>
}

const windowOf = (name: string, path: string, what: string): Screen => ({
  name: `${name}-${what}`,
  path: `${path}?edit=${what}`,
})

/** `:site`, `:user` and `:method` are ids of the client. */
const screens: readonly Screen[] = [
  { name: 'home', path: '/home' },
  { name: 'home-year', path: '/home?period=year' },
  {
    name: 'notifications',
    path: '/home',
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
    press: (page) => page.locator('tbody tr').nth(1).getByRole('button').last().click(),
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
  { name: 'widgets', path: '/widgetview' },
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

const all = process.env['WALK'] === 'all'

const states = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
  ...(all
    ? ([
        { width: 1440, height: 900, colorScheme: 'dark' },
        { width: 360, height: 740, colorScheme: 'light' },
      ] as const)
    : []),
] as const

/** The browser and the account have this language. The account stays as it is for other journeys. */
/** The look is one attribute of the session. No other account with data has this one for itself. */
async function wear(page: Page, look: LookName): Promise<void> {
  await page.route('**/api/validate_token', async (route) => {
    const response = await route.fetch()
    const session = (await response.json()) as { config: object }
    await route.fulfill({ response, json: { ...session, config: { ...session.config, look } } })
  })
}

async function speak(page: Page, language: Language): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('gatehouse.language', chosen), language)
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch()
    const profile = (await response.json()) as object
    await route.fulfill({ response, json: { ...profile, language } })
  })
}

/** Nothing is on its way any more. */
async function untilShown(page: Page): Promise<void> {
  await expect(page.locator('#app :is(h1, h2), [role=dialog]').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** Looks at screens at each width. One fault does not hide those of the other screens. */
async function walk(
  page: Page,
  walked: readonly Screen[],
  texts: Translations,
  prefix: string,
  address = (path: string) => path,
): Promise<void> {
  page.setDefaultTimeout(10_000)
  const faults: string[] = []
  for (const screen of walked) {
    const path = address(screen.path)
    for (const { colorScheme, ...size } of states) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const name = `${screen.name.replace(':', '')}-${size.width}-${colorScheme}`
      try {
        // What was pressed may be gone at another width.
        if (screen.press || !page.url().endsWith(path)) {
          await page.goto(path)
          await untilShown(page)
          await screen.press?.(page, texts)
        }
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expect(page.locator('html')).toHaveAttribute('lang', languageTags[texts.language])
        await texts.expectNoEnglish(page)
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
      } catch (error) {
        faults.push(`${name}: ${error instanceof Error ? error.message : ''}`)
      }
      await keepPicture(page, `${prefix}-${name}`)
    }
  }
  expect(faults).toEqual([])
}

for (const { look, email, languages } of walks) {
  for (const language of all ? languages : languages.slice(0, 1)) {
    test.describe(`${look}, ${language}`, () => {
      test.describe.configure({ timeout: 600_000 })

      test('each screen of an account', async ({ page }) => {
        const ids = new Map<string, string>()
        page.on('response', async (response) => {
          const [, noun] = /\/api\/(sites|users|sign-in-methods)\?/.exec(response.url()) ?? []
          if (noun === undefined || ids.has(noun) || !response.ok()) return
          const { items } = (await response.json()) as { items: { id: string }[] }
          if (items[0]) ids.set(noun, items[0].id)
        })
        await wear(page, look)
        await enter(page, email)
        await expect(page).toHaveURL(/\/home/)
        await speak(page, language)
        const texts = new Translations(language)
        for (const path of ['/site_management', '/user_management', '/machine_management']) {
          await page.goto(path)
          await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
        }
        await expect.poll(() => ids.size).toBe(3)
        const address = (path: string) =>
          path
            .replace(':site', ids.get('sites') ?? '')
            .replace(':user', ids.get('users') ?? '')
            .replace(':method', ids.get('sign-in-methods') ?? '')
        const walked = look === 'batbooth' ? [...operatorScreens, ...screens] : screens
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
  await enter(page, 'admin@harbour.example')
  await expect(page).toHaveURL(/\/home/)
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
