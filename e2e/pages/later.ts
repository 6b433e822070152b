import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Fast-forwards the page's clock, a second at a time, until something is visible, so that polls and
 * pauses need no waiting. Install the clock before (`page.clock.install()`).
 */
export async function seeLater(page: Page, isSeen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1000)
    await isSeen()
  }).toPass({ intervals: [50] })
}

export const isVisible = (locator: Locator) => () => expect(locator).toBeVisible({ timeout: 100 })
export const isGone = (locator: Locator) => () => expect(locator).toHaveCount(0, { timeout: 100 })
