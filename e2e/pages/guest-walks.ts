import { expect, type Page } from '@playwright/test'
import type { Venue, VenuePlan, Venues } from '../venues.ts'
import { GuestPage, holdScript, type Visitor } from './guest-page.ts'
import { KioskPage } from './kiosk-page.ts'
import { everything, measuring, plain } from './venue-plans.ts'

/** Visits every screen of an app and stops at each of its states. */
export interface Walk {
  page: Page
  venues: Venues
  /** The look and the name of the venues of this walk. */
  venue: Partial<VenuePlan>
  /**
   * Called at each state, which it must not change. `isServerRendered`: the script is not loaded
   * yet.
   */
  at: (state: string, isServerRendered?: boolean) => Promise<void>
}

export const walker: Visitor = { firstName: 'Zoë', lastName: 'Nguyen-O’Hara', mobile: '0491 570 156' }

/** The statuses of a walk's refused calls; 0 is a lost connection. */
export const refusalsOf: Record<string, readonly number[]> = {
  'a visit that is asked everything': [0],
  refusals: [404, 429],
  'a bad network': [0, 500, 502, 503],
  'a tablet that is shared': [0],
}

/** Walks that together show every step of a sign-in in every state. */
export const guestWalks: Record<string, (walk: Walk) => Promise<void>> = {
  'the first page, before and after the script': async ({ page, venues, venue, at }) => {
    const { key } = await venues.open({ ...plain, ...venue })
    const guest = new GuestPage(page)
    const script = await holdScript(page)
    await guest.scan(key)
    await guest.continueButton.waitFor()
    await at('written', true)
    script.release()
    await guest.scan(key)
    await guest.waitUntilHydrated()
    await at('details')
    await page.getByLabel('Mobile').fill('12')
    await guest.continueButton.click()
    await page.getByRole('alert').waitFor()
    await at('details-wrong')
    await guest.signIn(key, walker)
    await at('complete')
    await page.getByRole('button', { name: 'Sign in someone else' }).click()
    await page.getByRole('button', { name: 'Not you?' }).waitFor()
    await at('details-remembered')
  },

  'a visit that is asked everything': async ({ page, venues, venue, at }) => {
    const place = await venues.open({ ...everything, ...venue })
    const guest = new GuestPage(page)
    await guest.scan(place.key)
    await guest.waitUntilHydrated()
    await guest.fillDetails(walker)
    await at('details-of-three')
    await guest.continueButton.click()
    await page.getByRole('group', { name: 'What is your role?' }).waitFor()
    await at('questions')
    await guest.continueButton.click()
    await page.getByRole('alert').waitFor()
    await at('questions-missing')
    await guest.answerEverything({ isWell: false })
    await guest.continueButton.click()
    await page.getByRole('button', { name: 'I answered by mistake' }).waitFor()
    await at('refused')
    await page.getByRole('button', { name: 'I answered by mistake' }).click()
    await guest.answerEverything({ isWell: true })
    await at('questions-answered')
    await guest.continueButton.click()
    await guest.codeField.waitFor()
    await at('code')
    await guest.codeField.fill('12')
    await guest.continueButton.click()
    await at('code-missing')
    await typeWrongCode(guest, venues, place)
    await at('code-wrong')

    const network = await stopSignIns(page)
    await guest.codeField.fill(await venues.measure(place, 36.6))
    await expect(page.locator('form [aria-busy="true"]')).toBeVisible()
    await at('code-sending')
    await network.cut()
    await guest.waiting.waitFor()
    await at('code-no-response')
    await guest.mendAndRetry(() => network.mend())
    await at('complete-warm')

    await guest.checkOutButton.click()
    await guest.checkOutTime.waitFor()
    await at('checkout')
    await page.route('**/api/checkin/checkout', (route) => route.abort('connectionreset'))
    await guest.checkOutButton.click()
    await guest.retryButton.waitFor()
    await at('checkout-failed')
    // The phone sends it again automatically.
    await page.unroute('**/api/checkin/checkout')
    await page.getByRole('heading', { name: 'Checked Out' }).waitFor()
    await at('checkedout')
  },

  refusals: async ({ page, venues, venue, at }) => {
    const place = await venues.open({ ...measuring, ...venue })
    const guest = new GuestPage(page)
    const typeTemperature = async (celsius: number) => {
      await guest.codeField.fill(await venues.measure(place, celsius))
      await page.getByRole('heading', { name: 'Temperature Alert' }).waitFor()
    }
    const startAgain = async (visitor: Visitor) => {
      await page.getByRole('button', { name: 'Sign in someone else' }).click()
      await guest.fillDetails(visitor)
      await guest.continueButton.click()
      await guest.codeField.waitFor()
    }
    await guest.goToCode(place.key, walker)
    await typeTemperature(34.1)
    await at('low')
    await startAgain(walker)
    await typeTemperature(39.2)
    await at('high')
    const banned = { ...walker, lastName: 'Vance' }
    await venues.ban(place, banned)
    await startAgain(banned)
    await guest.codeField.fill(await venues.measure(place, 36.6))
    await page.getByRole('heading', { name: 'You have an active ban' }).waitFor()
    await at('banned')

    await startAgain({ ...walker, lastName: 'Guess' })
    await typeWrongCode(guest, venues, place)
    const isTooOften = {
      statusCode: 429,
      error: '',
      code: 'too_many_requests',
      message: 'Too many attempts.',
    }
    await page.route(
      '**/api/checkin',
      (route) => route.fulfill({ status: 429, headers: { 'retry-after': '20' }, json: isTooOften }),
      { times: 1 },
    )
    await guest.codeField.fill(await venues.measure(place, 36.6))
    await page.getByText('Please see staff.').waitFor()
    await at('code-too-often')

    await venues.close(place)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Sign-in page is unavailable' }).waitFor()
    await at('invalid')
  },

  'a bad network': async ({ page, venues, venue, at }) => {
    const { key } = await venues.open({ ...plain, ...venue })
    const guest = new GuestPage(page)
    await guest.scan(key)
    await guest.waitUntilHydrated()
    await guest.fillDetails(walker)
    const network = await stopSignIns(page)
    await guest.continueButton.click()
    await expect(page.locator('form [aria-busy="true"]')).toBeVisible()
    await at('sending')
    await network.cut()
    await guest.waiting.waitFor()
    await at('no-response')
    await page.context().setOffline(true)
    await at('offline')
    await page.context().setOffline(false)
    await guest.mendAndRetry(() => network.mend())

    await page.route('**/api/checkin', (route) =>
      route.fulfill({
        status: 500,
        json: { statusCode: 500, code: 'internal', message: 'Internal server error' },
      }),
    )
    await page.getByRole('button', { name: 'Sign in someone else' }).click()
    await page.getByLabel('Dependants').selectOption('2')
    await guest.continueButton.click()
    await page.getByText('Submission failed.').waitFor()
    await at('failed')
    await page.unroute('**/api/checkin')
    // A proxy before the server fails.
    await page.route('**/api/checkin', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
    await guest.retryButton.click()
    await page.getByText('The sign-in service isn’t responding at the moment.').waitFor()
    await at('foreign')
    await guest.mendAndRetry(() => page.unroute('**/api/checkin'))

    const unreachable = await stopMethods(page, key)
    await page.evaluate(() => [localStorage.clear(), sessionStorage.clear()])
    await page.goto(`/${key}/questions`)
    await guest.retryButton.waitFor()
    await at('unreachable')
    await unreachable.mend()
    await guest.retryButton.click()
    await guest.continueButton.waitFor()
  },

  'a tablet that is shared': async ({ page, venues, venue, at }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    const { key } = await venues.open({ ...everything, useTemperature: false, kiosk: true, ...venue })
    const guest = new KioskPage(page)
    await guest.openForm(key)
    await at('kiosk-details')
    await guest.continueButton.click()
    await page.getByRole('alert').waitFor()
    await at('kiosk-details-wrong')
    await guest.fillDetails(walker)
    await guest.continueButton.click()
    await page.getByRole('group', { name: 'What is your role?' }).waitFor()
    await guest.answerEverything({ isWell: false })
    await at('kiosk-questions')
    await guest.answerEverything({ isWell: true })
    await guest.continueButton.click()
    await guest.pass.waitFor()
    await at('kiosk-complete')
    await guest.doneButton.click()
    await guest.findOwn({ ...walker, firstName: 'No one' }, '156')
    await page.getByText('No sign-in was found.').waitFor()
    await at('kiosk-signout-not-found')
    await guest.findOwn(walker, '156')
    await page.getByRole('button', { name: /^Zoë N\./ }).waitFor()
    await at('kiosk-signout')
    await page.getByRole('button', { name: /^Zoë N\./ }).click()
    await page.getByRole('heading', { name: 'Checked Out' }).waitFor()
    await at('kiosk-checkedout')
    await guest.doneButton.click()
    await guest.signInWay.waitFor()
    await at('kiosk-welcome')
    await page.route('**/api/checkin', (route) => route.abort('connectionreset'))
    await guest.arrive(walker)
    await page.getByRole('group', { name: 'What is your role?' }).waitFor()
    await guest.answerEverything({ isWell: true })
    await guest.continueButton.click()
    await guest.stored.waitFor()
    await at('kiosk-stored')
  },
}

/** Types a code that the venue's device has not shown. */
async function typeWrongCode(guest: GuestPage, venues: Venues, venue: Venue): Promise<void> {
  const right = await venues.measure(venue, 36.6)
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  const responded = guest.page.waitForResponse('**/api/checkin')
  await guest.codeField.fill(wrong)
  await responded
  await guest.page.getByText('Please try again.').waitFor()
}

/** Holds sign-ins until `cut`. After that they fail until `mend`. */
async function stopSignIns(page: Page): Promise<{ cut(): Promise<void>; mend(): Promise<void> }> {
  let cut = () => {}
  const isCut = new Promise<void>((resolve) => (cut = resolve))
  await page.route('**/api/checkin', async (route) => {
    await isCut
    await route.abort('connectionreset').catch(() => {})
  })
  return {
    cut: async () => cut(),
    mend: () => page.unroute('**/api/checkin'),
  }
}

/**
 * Serves the pages of a key like a server without a database: without their data. The call for the
 * data fails too.
 */
async function stopMethods(page: Page, key: string): Promise<{ mend(): Promise<void> }> {
  const pages = new RegExp(`/${key}(/\\w*)?$`)
  const parser = await page.context().newPage()
  await page.route(pages, async (route) => {
    const response = await route.fetch()
    const body = await parser.evaluate(removeMachineData, await response.text())
    await route.fulfill({ response, status: 503, body })
  })
  await page.route('**/api/checkin/machine-data*', (route) => route.abort('connectionreset'))
  return {
    async mend() {
      await page.unroute(pages)
      await page.unroute('**/api/checkin/machine-data*')
      await parser.close()
    },
  }
}

/** The HTML of a guest page without its data. Runs in the browser. */
function removeMachineData(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const data = page.getElementById('machine-data')
  if (!data) throw new Error('The page has no data')
  data.remove()
  return `<!doctype html>${page.documentElement.outerHTML}`
}
