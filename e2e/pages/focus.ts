import { expect, type Locator, type Page } from '@playwright/test'

/** How long the focus may be nowhere, while one view replaces another. */
const LONGEST_MS = 250

interface LostFocus {
  /** What had the focus before it was lost, in the order of the losses. */
  lostFocus?: string[]
}

/** Watches the focus from the next page on. A press on an empty place takes it away on purpose and does not count. */
export async function watchFocus(page: Page): Promise<void> {
  await page.addInitScript((longestMs) => {
    const lost: string[] = []
    ;(window as LostFocus).lostFocus = lost
    let last: string | undefined
    let lostAt: number | undefined
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) last = target.outerHTML.slice(0, 200)
    })
    document.addEventListener('pointerdown', () => (last = undefined))
    const check = (now: number) => {
      const { activeElement } = document
      const isLost = activeElement === null || activeElement === document.body
      if (!isLost || last === undefined) lostAt = undefined
      else if (lostAt === undefined) lostAt = now
      else if (now - lostAt > longestMs) {
        lost.push(last)
        last = undefined
      }
      requestAnimationFrame(check)
    }
    requestAnimationFrame(check)
  }, LONGEST_MS)
}

/** The focus was never on the body since the page was loaded, and is not now. */
export async function expectFocusKept(page: Page): Promise<void> {
  await page.waitForTimeout(LONGEST_MS + 100)
  expect(await page.evaluate(() => (window as LostFocus).lostFocus), 'elements that lost the focus').toEqual(
    [],
  )
}

/** The focus is where it should be, and stays there. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect(target).toBeFocused()
  await target.page().waitForTimeout(150)
  await expect(target).toBeFocused()
}
