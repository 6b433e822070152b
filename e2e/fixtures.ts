import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { startVenues, type Venues } from './venues.ts'

/** Every journey ends with an empty console, except for the errors it expects, which must occur. */
export const test = base.extend<{ quietConsole: void }>({
  // Each journey has an address of its own: together they ask for more venues than one address may (docs/limits.md).
  // oxlint-disable-next-line no-empty-pattern -- the runner reads what a fixture needs from this pattern
  extraHTTPHeaders: async ({}, use) => {
    const octets = [10, ...crypto.getRandomValues(new Uint8Array(3))]
    await use({ 'x-forwarded-for': octets.join('.') })
  },
  quietConsole: [
    async ({ context }, use) => {
      expectedRefusals.clear()
      const readErrors = listen(context)
      await use()
      expect(readErrors(), 'errors in the console').toEqual([])
      const missing = [...expectedRefusals.values()].flatMap((expected) => Array.from(expected.missing))
      expect(missing, 'statuses that were expected and did not come; 0 is no response').toEqual([])
    },
    { auto: true },
  ],
})

/** Journeys of guests. They create venues of their own. */
export const guestTest = test.extend<object, { venues: Venues }>({
  venues: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads what a fixture needs from this pattern
    async ({}, use) => {
      const venues = await startVenues()
      await use(venues)
      await venues.end()
    },
    { scope: 'worker' },
  ],
})

/** Journeys on a server of their own, which starts empty. */
export const ownServerTest = test.extend<{ host: string }, { server: OwnServer; serverName: string }>({
  /** Files with different names do not share a server. */
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
  /** The host name of the server. Each look has one. */
  host: ['localhost', { option: true }],
  baseURL: async ({ server, host }, use) => use(server.origin.replace('localhost', host)),
})

interface ExpectedRefusals {
  /** The statuses that are no errors from now on. */
  statuses: Set<number>
  /** Those that have not come yet. */
  missing: Set<number>
}
const expectedRefusals = new Map<Page, ExpectedRefusals>()

/**
 * Browsers write refused calls to the console. A journey that causes some names their statuses, with 0 for a call without a response. Each
 * has to come before the journey ends.
 */
export function expectRefusals(page: Page, ...statuses: number[]): void {
  const missing = expectedRefusals.get(page)?.missing ?? []
  expectedRefusals.set(page, { statuses: new Set(statuses), missing: new Set([...missing, ...statuses]) })
}

/** Collects the errors of the pages. @returns a function that reads those that no journey expected */
function listen(context: BrowserContext): () => string[] {
  const messages: { page: Page | null; url: string; text: string }[] = []
  const errors: string[] = []
  /** The URLs of the expected refusals of each page. The console names the URL of a refused call as its location. */
  const refusedUrls = new Map<Page, Set<string>>()
  const noteRefusal = (page: Page, url: string, status: number) => {
    const expected = expectedRefusals.get(page)
    if (!expected?.statuses.has(status)) return
    expected.missing.delete(status)
    refusedUrls.set(page, (refusedUrls.get(page) ?? new Set()).add(url))
  }
  context.on('page', (page) => {
    page.on('response', (response) => {
      if (response.status() >= 400) noteRefusal(page, response.url(), response.status())
    })
    page.on('requestfailed', (request) => {
      // The page itself has given up the call: the console does not name it.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') noteRefusal(page, request.url(), 0)
    })
  })
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    messages.push({ page: message.page(), url: message.location().url, text: message.text() })
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  return () => [
    ...errors,
    ...messages
      .filter(({ page, url }) => !page || !refusedUrls.get(page)?.has(url))
      .map(({ page, text }) => `${page?.url()}: ${text}`),
  ]
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The part of axe that is used here, in a page into which it was loaded. */
interface Axe {
  run(
    where: Document,
    how: { runOnly: string[]; resultTypes: ['violations'] },
  ): Promise<{ violations: Fault[] }>
}
interface Fault {
  id: string
  help: string
  nodes: { html: string }[]
}

/** No fault against WCAG 2.2 A and AA that a machine can find. */
export async function expectAccessible(page: Page): Promise<void> {
  await cameToRest(page)
  // After the first run axe is called in the page: loading it again and returning all passed rules takes most of the time.
  const again = await page.evaluate(async (runOnly) => {
    const { axe } = window as { axe?: Axe }
    if (!axe) return undefined
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] })
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ html }) => ({ html })),
    }))
  }, rules)
  const faults = again ?? (await bringAxe(page))
  expect(
    faults.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' | ')})`),
  ).toEqual([])
}

/** Waits for the end of transitions, because axe measures colours. Endless animations are not waited for. */
async function cameToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
    await Promise.allSettled(passing.map((animation) => animation.finished))
  })
}

async function bringAxe(page: Page): Promise<Fault[]> {
  const { violations } = await new AxeBuilder({ page })
    // Without frames of other origins axe needs no second window, which takes a second each time.
    .setLegacyMode()
    .withTags(rules)
    .analyze()
  return violations
}

export { expect }
