import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { GuestPage, type Visitor } from '../pages/guest-page.ts'
import { admitted, everything, type MadeUpVenue, openMadeUpVenue, plain } from '../pages/made-up-venue.ts'
import type { CheckInResult, MachineData } from '@gatehouse/validation/endpoints/check-in'
import { languages, looks } from '@gatehouse/validation/vocabulary'

// A film of twenty screens would cost more than walking through them.
test.use({ trace: 'off' })

const person: Visitor = { firstName: 'Zoë', lastName: 'Nguyen-O’Hara', mobile: '0491 570 156' }
const refused = { ...admitted, checkOutToken: null }
const locales = { 'en-au': 'en-AU', en: 'en-US', es: 'es' }

/** A sign-in as a phone remembers it. */
const stored = (result: Partial<CheckInResult>) => {
  const { invalidCode: _, ...rest } = { ...admitted, ...result }
  return { ...person, ...rest, storedAt: Date.now(), checkedOut: false, checkOutTime: null }
}

interface Stage {
  page: Page
  guest: GuestPage
  venue: MadeUpVenue
}

/** Every step in every state: what to do to come there from an empty phone at the venue. */
const states: Record<string, { machine: MachineData; arrive: (stage: Stage) => Promise<void> }> = {
  details: { machine: everything, arrive: async () => {} },
  'details-wrong': {
    machine: plain,
    arrive: async ({ page }) => {
      await page.locator('#mobile').fill('12')
      await page.locator('form button[type=submit]').click()
      await page.getByRole('alert').waitFor()
    },
  },
  'details-remembered': {
    machine: plain,
    arrive: async ({ page }) => {
      await remember(page, 'LAMP', {})
      await page.goto('/GATE')
      await expect(page.locator('#firstName')).toHaveValue('Zoë')
    },
  },
  questions: { machine: everything, arrive: (stage) => goOn(stage) },
  'questions-wrong': {
    machine: everything,
    arrive: async (stage) => {
      await goOn(stage)
      await stage.page.getByText('No', { exact: true }).click()
      await stage.page.locator('form button[type=submit]').click()
      await stage.page.getByRole('alert').waitFor()
    },
  },
  code: { machine: { ...plain, useTemperature: true }, arrive: (stage) => goOn(stage) },
  'code-wrong': {
    machine: { ...plain, useTemperature: true },
    arrive: (stage) => typeCode(stage, { body: { ...refused, invalidCode: true } }),
  },
  'code-too-often': {
    machine: { ...plain, useTemperature: true },
    arrive: (stage) =>
      typeCode(stage, {
        status: 429,
        headers: { 'retry-after': '90' },
        body: { statusCode: 429, code: 'too_many_requests', message: 'No.' },
      }),
  },
  waiting: {
    machine: plain,
    arrive: (stage) =>
      press(stage, { status: 503, body: { statusCode: 503, code: 'unavailable', message: 'No.' } }),
  },
  failed: {
    machine: plain,
    arrive: (stage) =>
      press(stage, { status: 500, body: { statusCode: 500, code: 'internal', message: 'No.' } }),
  },
  complete: { machine: plain, arrive: ({ page }) => showVisit(page, {}) },
  'complete-warm': { machine: plain, arrive: ({ page }) => showVisit(page, { temperature: 36.6 }) },
  low: {
    machine: plain,
    arrive: ({ page }) => showVisit(page, { ...refused, lowTemperature: true, temperature: 34 }),
  },
  high: {
    machine: plain,
    arrive: ({ page }) => showVisit(page, { ...refused, highTemperature: true, temperature: 39.2 }),
  },
  banned: { machine: plain, arrive: ({ page }) => showVisit(page, { ...refused, banned: true }) },
  checkout: { machine: plain, arrive: ({ page }) => leave(page) },
  'checkout-failed': {
    machine: plain,
    arrive: async ({ page }) => {
      await leave(page)
      await page.route('**/api/checkin/checkout', (route) => route.abort('connectionreset'))
      await page.locator('form button[type=submit]').click()
      await page.locator('form [aria-live] p').first().waitFor()
    },
  },
  checkedout: {
    machine: plain,
    arrive: async ({ page }) => {
      await leave(page)
      await page.route('**/api/checkin/checkout', (route) =>
        route.fulfill({ json: { time: new Date().toISOString() } }),
      )
      await page.locator('form button[type=submit]').click()
      await expect(page).toHaveURL(/checkedout$/)
    },
  },
  invalid: {
    machine: plain,
    arrive: async (stage) => {
      await press(stage, { status: 404, body: { statusCode: 404, code: 'not_found', message: 'No.' } })
      await expect(stage.page).toHaveURL(/invalid$/)
    },
  },
  'kiosk-complete': {
    machine: { ...plain, kiosk: true },
    arrive: (stage) => press(stage, { body: admitted }),
  },
}

async function goOn({ page }: Stage): Promise<void> {
  for (const [id, text] of Object.entries(person)) await page.locator(`#${id}`).fill(text)
  await page.locator('form button[type=submit]').click()
  await expect(page).toHaveURL(/\/(questions|code)$/)
}

type Reply = MadeUpVenue['replies'][number]

async function typeCode(stage: Stage, reply: Reply): Promise<void> {
  stage.venue.replies = [reply]
  await goOn(stage)
  const answer = stage.page.waitForResponse('**/api/checkin')
  await stage.page.locator('#code').fill('123456')
  await answer
  await stage.page.locator('#code-error span, form [aria-live] p').first().waitFor()
}

async function press({ page, venue }: Stage, reply: Reply): Promise<void> {
  venue.replies = [reply]
  for (const [id, text] of Object.entries(person)) await page.locator(`#${id}`).fill(text)
  const answer = page.waitForResponse('**/api/checkin')
  await page.locator('form button[type=submit]').click()
  await answer
  await page.locator('form [aria-live] p, article, h1').first().waitFor()
}

async function remember(page: Page, key: string, result: Partial<CheckInResult>): Promise<void> {
  await page.evaluate(
    ([name, text]) => localStorage.setItem(name ?? '', text ?? ''),
    ['gatehouse.check-ins', JSON.stringify({ [key]: stored(result) })],
  )
}

async function showVisit(page: Page, result: Partial<CheckInResult>): Promise<void> {
  await remember(page, 'GATE', result)
  await page.goto('/GATE')
  await page.locator('article').waitFor()
}

async function leave(page: Page): Promise<void> {
  await showVisit(page, { submissionTime: new Date(Date.now() - 3_600_000).toISOString() })
  await page.locator('article + div button').first().click()
  await expect(page).toHaveURL(/checkout$/)
  await page.locator('#time').waitFor()
}

/** The phone as it was before. */
async function forget(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/robots.txt')
  await page.evaluate(() => [localStorage.clear(), sessionStorage.clear()])
}

/** Shows a state to a visitor who was never here. */
async function show(page: Page, name: string, machine: Partial<MachineData>): Promise<void> {
  const state = states[name]
  if (!state) throw new Error(`There is no state ${name}`)
  const venue = await openMadeUpVenue(page, 'GATE', { ...state.machine, ...machine })
  await page.goto('/GATE')
  await page.locator('form').waitFor()
  await state.arrive({ page, guest: new GuestPage(page), venue })
}

/** For looking at: `PICTURES=<folder>` keeps a picture of everything that is walked through. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' })
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { width, content } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    content: document.documentElement.scrollWidth,
  }))
  expect(content, 'the page scrolls sideways').toBeLessThanOrEqual(width)
}

looks.forEach((look, at) => {
  for (const [other, scheme] of (['light', 'dark'] as const).entries()) {
    // Each language meets each scheme, and each look two languages.
    const language = languages[(at + other) % languages.length] ?? 'en-au'
    test.describe(`${look}, ${scheme}, ${language}`, () => {
      test.use({
        colorScheme: scheme,
        locale: locales[language],
        viewport: { width: 360, height: 740 },
        reducedMotion: 'reduce',
      })
      test.setTimeout(180_000)
      test('every step in every state is accessible, and none scrolls sideways', async ({ page }) => {
        expectRefusals(page, 0, 404, 429, 500, 503)
        for (const name of Object.keys(states)) {
          await test.step(name, async () => {
            await forget(page)
            await show(page, name, { config: { ...plain.config, look } })
            await expect(page.locator('html')).toHaveAttribute('data-look', look)
            await expectAccessible(page)
            await expectNoSidewaysScroll(page)
            await keepPicture(page, `${name}-${look}-${scheme}`)
          })
        }
      })
    })
  }
})

for (const [name, size] of Object.entries({
  '320 px': { width: 320, height: 568 },
  '400 % zoom of 1280 × 1024': { width: 320, height: 256 },
})) {
  for (const language of ['en-AU', 'es']) {
    test.describe(`${name}, ${language}`, () => {
      test.use({ viewport: size, locale: language, hasTouch: true })
      test('nothing is hidden or needs scrolling sideways', async ({ page }) => {
        expectRefusals(page, 404, 429, 500, 503)
        for (const state of [
          'details-wrong',
          'questions-wrong',
          'code-wrong',
          'complete-warm',
          'banned',
          'checkout',
        ]) {
          await test.step(state, async () => {
            await forget(page)
            await show(page, state, { siteName: 'Internationales Begegnungszentrum Nordwest' })
            await expectNoSidewaysScroll(page)
            for (const control of await page.locator('button, input, select, a[href]').all()) {
              await control.scrollIntoViewIfNeeded()
              const box = await control.boundingBox()
              if (!box) continue
              expect(box.x, 'reaches out on the left').toBeGreaterThanOrEqual(-1)
              expect(box.x + box.width, 'reaches out on the right').toBeLessThanOrEqual(size.width + 1)
            }
            await keepPicture(page, `${state}-${size.width}x${size.height}-${language}`)
          })
        }
      })
    })
  }
}

test('the whole way by keyboard alone', async ({ page }) => {
  const venue = await openMadeUpVenue(page, 'GATE', everything)
  venue.replies = [{ body: { ...refused, invalidCode: true } }, { body: { ...admitted, temperature: 36.6 } }]
  await page.route('**/api/checkin/checkout', (route) =>
    route.fulfill({ json: { time: new Date().toISOString() } }),
  )
  await page.goto('/GATE')
  await page.locator('form').waitFor()
  const keys = async (...all: string[]) => {
    for (const key of all) await page.keyboard.press(key)
  }
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent)
  /** A ring shows where one is. */
  const hasRing = () =>
    page.evaluate(() => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(
        document.activeElement ?? document.body,
      )
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    })

  await keys('Tab', 'Tab')
  expect(await focused()).toBe('firstName')
  expect(await hasRing()).toBe(true)
  // Sent empty, it leads to what is missing.
  await keys('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await keys('Tab', 'Enter')
  expect(await focused()).toBe('firstName')
  await page.keyboard.type('Zoë')
  await keys('Tab')
  await page.keyboard.type('Nguyen')
  await keys('Tab')
  await page.keyboard.type('0491570156')
  await keys('Tab', '2', 'Tab')
  expect(await focused()).toBe('Continue')
  expect(await hasRing()).toBe(true)
  await keys('Enter')

  await expect(page).toHaveURL(/questions$/)
  await expect(page.getByRole('main')).toBeFocused()
  // Past the step that is done.
  await keys('Tab', 'Tab', 'Space')
  await expect(page.getByRole('radio', { name: 'Artist' })).toBeChecked()
  await keys('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Crew' })).toBeChecked()
  await keys('Tab', 'Space', 'Tab')
  await page.keyboard.type('Ada')
  await keys('Tab', 'Space', 'Tab', 'Space', 'Tab', 'Tab')
  expect(await focused()).toBe('Continue')
  await keys('Enter')

  await expect(page).toHaveURL(/code$/)
  expect(await focused()).toBe('code')
  await page.keyboard.type('111111')
  await expect(page.getByText('Please try again.')).toBeVisible()
  expect(await focused()).toBe('code')
  await page.keyboard.type('222222')
  await expect(page.getByRole('heading', { name: 'Signed In' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await keys('Tab')
  expect(await focused()).toBe('Check Out')
  await keys('Enter')
  await expect(page.getByRole('heading', { name: 'Check Out' })).toBeVisible()
  await page.getByLabel('Check-out time').press('Enter')
  await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
})

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' })
  test('nothing moves: a wrong code does not shake', async ({ page }) => {
    await show(page, 'code-wrong', {})
    const moving = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 20).length,
    )
    expect(moving).toBe(0)
  })
})
