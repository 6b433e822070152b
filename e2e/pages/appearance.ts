import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

/**
 * `WALK=all` (`npm run verify`): every combination of look, language, width and mode. Otherwise one
 * of each in turn.
 */
export const isWholeWalk = process.env['WALK'] === 'all'

/** Each look and language on a desktop and a phone, light and dark. */
export const appearances = [
  { look: 'presence', language: 'en', width: 1440, colorScheme: 'light' },
  { look: 'pulse', language: 'es', width: 360, colorScheme: 'dark' },
  { look: 'batbooth', language: 'en-au', width: 1440, colorScheme: 'dark' },
  ...(isWholeWalk
    ? ([
        { look: 'presence', language: 'es', width: 360, colorScheme: 'dark' },
        { look: 'pulse', language: 'en-au', width: 1440, colorScheme: 'light' },
        { look: 'batbooth', language: 'es', width: 360, colorScheme: 'light' },
      ] as const)
    : []),
] as const

/** `PICTURES=<folder>` writes a picture of each state of the walk. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' })
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { width, content } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    content: document.documentElement.scrollWidth,
  }))
  expect(content, 'the page scrolls sideways').toBeLessThanOrEqual(width)
}
