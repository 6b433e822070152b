import { expect, type Locator, type Page } from '@playwright/test'

/**
 * For this many frames the focus may be nowhere, while one view replaces another. Frames are
 * counted, because time depends on the load.
 */
const MAX_FRAMES = 10

interface LostFocus {
  /** The elements that lost the focus to the body, in order. */
  lostFocus?: string[]
}

/**
 * Watches the focus from the next page on. A press on an empty place removes it on purpose and does
 * not count.
 */
export async function watchFocus(page: Page): Promise<void> {
  await page.addInitScript((maxFrames) => {
    const lost: string[] = []
    ;(window as LostFocus).lostFocus = lost
    let last: string | undefined
    let frames = 0
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) last = target.outerHTML.slice(0, 200)
    })
    document.addEventListener('pointerdown', () => (last = undefined))
    const check = () => {
      const { activeElement } = document
      const isLost = activeElement === null || activeElement === document.body
      frames = isLost && last !== undefined ? frames + 1 : 0
      if (frames > maxFrames && last !== undefined) {
        lost.push(last)
        last = undefined
      }
      requestAnimationFrame(check)
    }
    requestAnimationFrame(check)
  }, MAX_FRAMES)
}

/** Waits this many frames, until no view is being replaced. */
export async function drawFrames(page: Page): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1)
      await new Promise((resolve) => void requestAnimationFrame(resolve))
  }, MAX_FRAMES * 2)
}

/** The focus was never on the body since the page was loaded, and is not now. */
export async function expectFocusKept(page: Page): Promise<void> {
  await drawFrames(page)
  const lost = await page.evaluate(() => (window as LostFocus).lostFocus)
  expect(lost, 'elements that lost the focus').toEqual([])
}

/** The focus is where it should be, and stays there. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect(target).toBeFocused()
  await drawFrames(target.page())
  await expect(target).toBeFocused()
}
