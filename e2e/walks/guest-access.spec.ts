import type { Page } from '@playwright/test'
import { languages, looks, type Language } from '@gatehouse/validation/vocabulary'
import { expect, expectAccessible, expectRefusals, test } from '../fixtures.ts'
import { expectNoSidewaysScroll, isWholeWalk, keepPicture } from '../pages/appearance.ts'
import { GuestPage } from '../pages/guest-page.ts'
import { guestWalks, refusalsOf, walker } from '../pages/guest-walks.ts'
import { everything, measuring } from '../pages/venue-plans.ts'

test.use({ reducedMotion: 'reduce' })

const locales = { 'en-au': 'en-AU', en: 'en-US', es: 'es' } as const

/** Switches the language and keeps the state of the page. */
async function switchLanguage(page: Page, language: Language, isServerRendered: boolean): Promise<void> {
  const html = page.locator('html')
  if (isServerRendered) {
    // Before the script is loaded, the server renders the language.
    await page.context().addCookies([{ name: 'gatehouse-language', value: language, url: page.url() }])
    await page.goto(page.url(), { waitUntil: 'commit' })
    await page.locator('form[data-server-rendered] button').waitFor()
  } else if (new URL(page.url()).pathname.endsWith('/welcome')) {
    // The start of a kiosk has a button for each language.
    await page.locator(`main button[lang=${locales[language]}]`).click()
  } else {
    await page.locator('header select').selectOption(language)
  }
  await expect(html).toHaveAttribute('lang', locales[language])
}

for (const [turn, look] of looks.entries()) {
  for (const [name, walk] of Object.entries(guestWalks)) {
    test.describe(look, () => {
      test.use({ viewport: { width: 360, height: 740 } })
      test.setTimeout(600_000)
      // Without `WALK=all` each state has one language and one mode, different ones per look.
      test(`${name}: accessible in every language, light and dark`, async ({ page, venues }) => {
        expectRefusals(page, ...(refusalsOf[name] ?? []))
        const venue = { config: { ...everything.config, look } }
        let states = turn
        const at = (state: string, isServerRendered = false) =>
          test.step(state, async () => {
            await expect(page.locator('html')).toHaveAttribute('data-look', look)
            const number = states++
            const isTurn = (_: unknown, place: number, all: readonly unknown[]) =>
              isWholeWalk || place === number % all.length
            for (const [place, language] of languages.entries()) {
              await switchLanguage(page, language, isServerRendered)
              const modes = (['light', 'dark'] as const).filter(isTurn)
              for (const colorScheme of isTurn(language, place, languages) ? modes : []) {
                await page.emulateMedia({ colorScheme })
                // A key press keeps a kiosk from returning to its start.
                await page.keyboard.press('Shift')
                await expectAccessible(page)
                await keepPicture(page, `${state}-${look}-${colorScheme}-${language}`)
              }
              await expectNoSidewaysScroll(page)
            }
            await switchLanguage(page, 'en-au', isServerRendered)
          })
        await walk({ page, venues, venue, at })
      })
    })
  }
}

for (const [name, size] of Object.entries({
  '320 px': { width: 320, height: 568 },
  '400 % zoom of 1280 × 1024': { width: 320, height: 256 },
})) {
  for (const walked of ['a visit that is asked everything', 'refusals']) {
    test.describe(`${name}, ${walked}`, () => {
      test.use({ viewport: size, hasTouch: true })
      test.setTimeout(600_000)
      test('nothing is hidden or needs scrolling sideways', async ({ page, venues }) => {
        expectRefusals(page, ...(refusalsOf[walked] ?? []))
        const venue = { siteName: 'Internationales Begegnungszentrum Nordwest' }
        const at = (state: string, isServerRendered = false) =>
          test.step(state, async () => {
            for (const language of ['en-au', 'es'] as const) {
              await switchLanguage(page, language, isServerRendered)
              await expectNoSidewaysScroll(page)
              await expectAllWithin(page, size.width)
              for (const width of [size.width, 344, 360, 390]) {
                await page.setViewportSize({ ...size, width })
                await expectNoBrokenWord(page)
              }
              await page.setViewportSize(size)
              await keepPicture(page, `${state}-${size.width}x${size.height}-${language}`)
            }
            await switchLanguage(page, 'en-au', isServerRendered)
          })
        await guestWalks[walked]?.({ page, venues, venue, at })
      })
    })
  }
}

/** Every control is inside the screen. */
async function expectAllWithin(page: Page, width: number): Promise<void> {
  const outside = await page.locator('button, input, select, textarea, a[href]').evaluateAll(
    (controls, right) =>
      controls
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          const box = control.getBoundingClientRect()
          return box.left < -1 || box.right > right + 1
        })
        .map((control) => control.outerHTML),
    width,
  )
  expect(outside, 'reaches over an edge').toEqual([])
}

/** No word of the step menu is broken in the middle. */
async function expectNoBrokenWord(page: Page): Promise<void> {
  const broken = await page.locator('form nav li').evaluateAll((items) => {
    const texts = items.flatMap((item) => {
      const words = document.createTreeWalker(item, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (words.nextNode()) found.push(words.currentNode as Text)
      return found
    })
    return texts.flatMap((text) =>
      [...text.data.matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const tops = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
        return tops.size > 1 ? [word] : []
      }),
    )
  })
  expect(broken, 'words broken in the middle').toEqual([])
}

test('the whole way by keyboard alone', { tag: '@gate' }, async ({ page, venues }) => {
  const venue = await venues.open(everything)
  const guest = new GuestPage(page)
  await guest.scan(venue.key)
  await guest.waitUntilHydrated()
  const keys = async (...all: string[]) => {
    for (const key of all) await page.keyboard.press(key)
  }
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent)
  /** The focused element has a focus ring. */
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
  // An empty form moves the focus to the first missing field.
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
  // Tab goes past the finished step.
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
  const code = await venues.measure(venue, 36.6)
  await page.keyboard.type(code === '111111' ? '111112' : '111111')
  await expect(page.getByText('Please try again.')).toBeVisible()
  expect(await focused()).toBe('code')
  await page.keyboard.type(code)
  await expect(page.getByRole('heading', { name: 'Signed In' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await keys('Tab')
  expect(await focused()).toBe('Check Out')
  await keys('Enter')
  await expect(page.getByRole('heading', { name: 'Check Out' })).toBeVisible()
  await page.getByRole('spinbutton', { name: 'minute' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Checked Out' })).toBeVisible()
})

test('with reduced motion nothing moves: a wrong code does not shake', async ({ page, venues }) => {
  const venue = await venues.open(measuring)
  const guest = new GuestPage(page)
  await guest.goToCode(venue.key, walker)
  await guest.codeField.fill('123456')
  await expect(page.getByText('Please try again.')).toBeVisible()
  const moving = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 20).length,
  )
  expect(moving).toBe(0)
})
