import { type BrowserContext, expect, type Page, type Request, test as playwright } from '@playwright/test'
import axe from 'axe-core'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { startVenues, type Venues } from './venues.ts'

/** What a worker starts once, when the first journey asks for it. */
interface Started {
  /** Creates venues for journeys of guests. */
  venues: Venues
  /** A server that starts empty. Journeys with the same `serverName` share it. */
  server: OwnServer
  serverName: string
}

/**
 * For journeys whose failures the browser reports: their console is not checked. All journeys have the same fixtures of the worker,
 * because a worker ends with its browser where the next journey has others.
 */
export const noisyTest = playwright.extend<object, Started>({
  // Each journey has an address of its own: together they ask for more venues than one address may (docs/limits.md).
  // oxlint-disable-next-line no-empty-pattern -- the runner reads what a fixture needs from this pattern
  extraHTTPHeaders: async ({}, use) => {
    const octets = [10, ...crypto.getRandomValues(new Uint8Array(3))]
    await use({ 'x-forwarded-for': octets.join('.') })
  },
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

/** Every journey ends with an empty console, except for the errors it expects, which must occur. */
export const test = noisyTest.extend<{ quietConsole: void }>({
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

/** Journeys on a server of their own, which starts empty. */
export const ownServerTest = test.extend<{ host: string }>({
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

/** The requests of a page that were answered, with the turns in which they began and ended. */
interface Answered {
  page: Page
  url: string
  isRead: boolean
  /** The header with the session's token, or empty. */
  authorization: string
  status: number
  begin: number
  end: number
}

/**
 * The URLs of reads that were refused because the session ended, or got another token, while they were on their way. The page shows nothing
 * of them. A read may also begin between the response with the new token and the moment when the page has read it.
 */
function findLateReads(answered: readonly Answered[]): Set<string> {
  const isLate = ({ page, isRead, status, authorization, begin, end }: Answered) => {
    if (!isRead || status !== 401) return false
    const ofPage = answered.filter((other) => other.page === page)
    const isOvertaken = ofPage.some((other) => !other.isRead && other.begin < end && begin < other.end)
    return (
      isOvertaken ||
      ofPage.some(
        (other) => other.begin > begin && other.authorization && other.authorization !== authorization,
      )
    )
  }
  return new Set(answered.filter(isLate).map(({ url }) => url))
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
  const answered: Answered[] = []
  const begins = new WeakMap<Request, number>()
  let turn = 0
  context.on('page', (page) => {
    page.on('request', (request) => begins.set(request, turn++))
    page.on('response', (response) => {
      const request = response.request()
      answered.push({
        page,
        url: response.url(),
        isRead: request.method() === 'GET',
        authorization: request.headers()['authorization'] ?? '',
        status: response.status(),
        begin: begins.get(request) ?? 0,
        end: turn++,
      })
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
  return () => {
    const lateReads = findLateReads(answered)
    const isExpected = ({ page, url, text }: (typeof messages)[number]) =>
      (page && refusedUrls.get(page)?.has(url)) || (text.includes('401') && lateReads.has(url))
    const unexpected = messages.filter((message) => !isExpected(message))
    return [...errors, ...unexpected.map(({ page, url, text }) => `${page?.url()}: ${text} ${url}`)]
  }
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No fault against WCAG 2.2 A and AA that a machine can find. */
export async function expectAccessible(page: Page): Promise<void> {
  let faults = await findFaults(page)
  // What a window shows while it opens is not its colours: it may have begun after the page had come to rest.
  if (faults.length > 0) faults = await findFaults(page)
  expect(faults).toEqual([])
}

async function findFaults(page: Page): Promise<string[]> {
  if (!(await cameToRest(page))) await page.evaluate(axe.source)
  // Only faults are asked for and returned: telling of all that is right takes most of the time.
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
 * Waits for the end of transitions, because axe measures colours. Endless animations are not waited for.
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
