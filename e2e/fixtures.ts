import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'

/** Every journey ends with an empty console: an error there is a failure, whatever the screen shows. */
export const test = base.extend<{ quietConsole: void }>({
  // Journeys are not behind one address: together they ask for more venues than an address may (docs/limits.md).
  // oxlint-disable-next-line no-empty-pattern -- the runner reads what a fixture needs from this pattern
  extraHTTPHeaders: async ({}, use) => {
    const octets = [10, ...crypto.getRandomValues(new Uint8Array(3))]
    await use({ 'x-forwarded-for': octets.join('.') })
  },
  quietConsole: [
    async ({ context }, use) => {
      const errors: string[] = []
      listen(context, errors)
      await use()
      expect(errors, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

/** Refused calls are written to the console by the browser itself; a journey that wants one names its status. */
const expectedRefusals = new WeakMap<Page, Set<number>>()

export function expectRefusals(page: Page, ...statuses: number[]): void {
  expectedRefusals.set(page, new Set(statuses))
}

function listen(context: BrowserContext, errors: string[]): void {
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const page = message.page()
    const status = Number(/status of (\d{3})/.exec(message.text())?.[1])
    if (page && expectedRefusals.get(page)?.has(status)) return
    if (page && expectedRefusals.get(page)?.has(0) && message.text().includes('net::ERR_')) return
    errors.push(`${page?.url()}: ${message.text()}`)
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What of axe is used here, as it stands in a page that it was brought into. */
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
  // Once it is in the page it is asked there: bringing it again, and carrying home all that is right, costs most of the time.
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

/** Colours that are on their way from one to another are none that anybody reads; what turns for ever is not waited for. */
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
    // Without frames of other origins there is nothing to gather in a window of its own, which costs a second each time.
    .setLegacyMode()
    .withTags(rules)
    .analyze()
  return violations
}

export { expect }
