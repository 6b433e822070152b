import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type * as playwright from '@playwright/test'
import { options } from './options.ts'
import { repository, serveEmptyPage, serveGatehouse } from './pages.ts'
import { Resources } from './resources.ts'

const RUNS = options.isLight ? 1 : 7
/**
 * Slow 4G as defined by browsers' developer tools, and a phone with a quarter of this machine's
 * speed.
 */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOWDOWN = 4

const fromJourneys = createRequire(join(repository, 'e2e/package.json'))
const { chromium } = fromJourneys('@playwright/test') as Pick<typeof playwright, 'chromium'>

interface Timings {
  'first paint': number
  'form usable': number
  'largest paint': number
  'script in charge': number
}

/**
 * Records in the page, each frame, when a field is usable and when the script has hydrated the
 * page.
 */
function watch(): void {
  const seen: { usable?: number; taken?: number; largest?: number } = {}
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largest = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const look = () => {
    const field = document.querySelector('form input')
    if (field && field.getClientRects().length > 0) {
      seen.usable ??= performance.now()
      if (!field.closest('[data-server-rendered]')) seen.taken ??= performance.now()
    }
    if (seen.taken === undefined) requestAnimationFrame(look)
  }
  look()
}

/**
 * Measures a guest's first load and sign-in, and React alone on an empty page, both on a slow
 * phone.
 */
export async function benchGuest(): Promise<void> {
  await using resources = new Resources()
  const browser = await resources.keep(
    chromium.launch({
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: ['--no-sandbox', '--disable-gpu'],
      // The bench's resources end it.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    }),
    (started) => started.close(),
  )
  const empty = await resources.keep(serveEmptyPage(), (page) => page.stop())
  const gatehouse = await resources.keep(serveGatehouse(), (page) => page.stop())
  const open = async (url: string) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    let bytes = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.addInitScript(watch)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => {
      const { taken, largest } = (globalThis as never as { seen: Record<string, number | undefined> }).seen
      return (
        taken !== undefined &&
        largest !== undefined &&
        performance.getEntriesByName('first-contentful-paint').length > 0
      )
    })
    const timings = await page.evaluate((): Timings => {
      const {
        usable = 0,
        taken = 0,
        largest = 0,
      } = (globalThis as never as { seen: Record<string, number> }).seen
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
      return {
        'first paint': paint,
        'form usable': Math.max(usable, paint),
        'largest paint': largest,
        'script in charge': taken,
      }
    })
    return { page, timings, bytesSoFar: () => bytes, close: () => context.close() }
  }
  const time = async (url: string) => {
    const all: Timings[] = []
    for (let run = 0; run <= RUNS; run += 1) {
      const { timings, close } = await open(url)
      await close()
      // The first run fills the caches of the server and the browser. It is not counted.
      if (run > 0) all.push(timings)
    }
    return all
  }

  const ours = await time(`${gatehouse.url}/GATE`)
  const theirs = await time(empty.url)
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${browser.version()}`)
  console.log(`1.6 Mbit/s, 150 ms, processor ÷ ${SLOWDOWN}; medians of ${RUNS} cold loads, in ms`)
  console.log(`${''.padEnd(20)}${'guest'.padStart(8)}${'React alone'.padStart(14)}${'ratio'.padStart(8)}`)
  for (const name of Object.keys(ours[0] ?? {}) as (keyof Timings)[]) {
    const [own, other] = [ours, theirs].map((runs) => median(runs.map((timings) => timings[name])))
    const ratio = ((own ?? 0) / (other ?? 1)).toFixed(2)
    console.log(
      `${name.padEnd(20)}${Math.round(own ?? 0)
        .toString()
        .padStart(8)}${Math.round(other ?? 0)
        .toString()
        .padStart(14)}${ratio.padStart(8)}`,
    )
  }
  console.log(
    `A whole sign-in: ${((await signIn(`${gatehouse.url}/GATE`)) / 1000).toFixed(1)} kB with its headers`,
  )

  async function signIn(url: string): Promise<number> {
    const { page, bytesSoFar, close } = await open(url)
    await page.locator('#firstName').fill('Zoë')
    await page.locator('#lastName').fill('Bench')
    await page.locator('#mobile').fill('0491 570 156')
    await page.locator('form button').click()
    await page.waitForURL('**/complete')
    await page.waitForLoadState('networkidle')
    const bytes = bytesSoFar()
    await close()
    return bytes
  }
}

function median(values: number[]): number {
  const sorted = values.sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
