import { type BrowserContext, expect, type Page, test as playwright } from '@playwright/test'
import { limits } from '@gatehouse/validation/limits'
import axe from 'axe-core'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { isWholeWalk } from './pages/appearance.ts'
import { startVenues, type Venues } from './venues.ts'

/** What a worker starts once, for its first journey that needs it. */
interface Started {
  /** Creates venues for journeys of guests. */
  venues: Venues
  /** A server that starts empty. Journeys with the same `serverName` share it. */
  server: OwnServer
  serverName: string
}

/**
 * Every journey ends without an error in the console, except for refused calls (see
 * `expectRefusals`).
 */
export const test = playwright.extend<{ quietConsole: void }, Started>({
  // Each journey has its own address: together they request more venues than one address may
  // (docs/limits.md).
  // oxlint-disable-next-line no-empty-pattern -- the runner reads what a fixture needs from this pattern
  extraHTTPHeaders: async ({}, use) => {
    const octets = [10, ...crypto.getRandomValues(new Uint8Array(3))]
    await use({ 'x-forwarded-for': octets.join('.') })
  },
  quietConsole: [
    async ({ context }, use) => {
      awaited.clear()
      const errors = collectErrors(context)
      await context.addInitScript(keepMessages, limits.toastMilliseconds.success)
      await use()
      expect(errors, 'errors in the console').toEqual([])
      const missing = () => [...awaited].flatMap((statuses) => Array.from(statuses))
      await expect.poll(missing, 'statuses that were expected and did not come; 0 is no response').toEqual([])
    },
    { auto: true },
  ],
  venues: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads what a fixture needs from this pattern
    async ({}, use) => {
      const venues = await startVenues()
      await use(venues)
      await venues.end()
    },
    { scope: 'worker' },
  ],
  serverName: ['own', { option: true, scope: 'worker' }],
  server: [
    async ({ serverName }, use, { workerIndex }) => {
      const server = await startOwnServer(`${serverName}-${workerIndex}`, {
        BREACH_URL: 'off',
        OUTBOUND_ALLOWED: '127.0.0.1',
        HOST_LOOKS: 'pulse.localhost=pulse,batbooth.localhost=batbooth',
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

/**
 * For journeys with broken pages, whose errors the browser and React report: the console is not
 * checked.
 */
export const noisyTest = test.extend({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads what a fixture needs from this pattern
  quietConsole: async ({}, use) => use(),
})

/** Journeys on their own server, which starts empty. */
export const ownServerTest = test.extend<{ host: string }>({
  /** The host name of the server. Each look has one. */
  host: ['localhost', { option: true }],
  baseURL: async ({ server, host }, use) => use(server.origin.replace('localhost', host)),
})

/**
 * Keeps the portal's messages, which disappear after some seconds, long enough for a slow machine.
 * Runs in the page.
 */
function keepMessages(milliseconds: number): void {
  // The board and the guest app use these times otherwise.
  if (/^\/(board|[A-Z2-9]{4})(\/|$)/.test(location.pathname)) return
  const { setTimeout: real } = window
  const later = (work: TimerHandler, after = 0, ...given: unknown[]) =>
    real(work, after === milliseconds ? 3 * after : after, ...given)
  window.setTimeout = later as typeof setTimeout
}

/** The statuses that the running journey still expects. */
const awaited = new Set<Set<number>>()

/** Requires each of these statuses before the journey ends. 0 is a call without a response. */
export function expectRefusals(page: Page, ...statuses: number[]): void {
  const missing = new Set(statuses)
  awaited.add(missing)
  page.on('response', (response) => void missing.delete(response.status()))
  page.on('requestfailed', (request) => {
    // The page itself has aborted the call.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') missing.delete(0)
  })
}

/**
 * What the browser, or React where a page needs its response, logs about a refused or failed call.
 */
const isOfNetwork = (text: string) =>
  /^(Failed to load resource:|WebSocket connection to |ApiError: The server responded with )/.test(text)

/** Collects the errors of all pages of a context. */
function collectErrors(context: BrowserContext): readonly string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() !== 'error' || isOfNetwork(message.text())) return
    errors.push(`${message.page()?.url()}: ${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  return errors
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * No violation of WCAG 2.2 A and AA that axe can find. Outside of the walks only the verification
 * (`WALK=all`) runs axe: it takes half of a journey's time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!isWholeWalk && !playwright.info().file.includes('walks')) return
  let faults = await findFaults(page)
  // A window that is opening has other colours: it may have started after the page was stable.
  if (faults.length > 0) faults = await findFaults(page)
  expect(faults).toEqual([])
}

async function findFaults(page: Page): Promise<string[]> {
  if (!(await cameToRest(page))) await page.evaluate(axe.source)
  // Only violations are requested and returned: reporting all passes takes most of the time.
  return page.evaluate(async (values) => {
    const { axe: tool } = window as unknown as { axe: typeof axe }
    const { violations } = await tool.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    })
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' | ')})`,
    )
  }, rules)
}

/**
 * Waits for the end of transitions, because axe measures colours. Endless animations are ignored.
 * @returns whether the page has axe already
 */
async function cameToRest(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
    await Promise.allSettled(passing.map((animation) => animation.finished))
    return 'axe' in window
  })
}

export { expect }
