import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Lets the page's clock run ahead, a second at a time, until something is seen. The polls and pauses of a page need no waiting. The clock
 * is installed before (`page.clock.install()`).
 */
export async function seeLater(page: Page, isSeen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1000)
    await isSeen()
  }).toPass({ intervals: [50] })
}

export const isVisible = (locator: Locator) => () => expect(locator).toBeVisible({ timeout: 100 })
export const isGone = (locator: Locator) => () => expect(locator).toHaveCount(0, { timeout: 100 })
