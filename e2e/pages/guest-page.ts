import { expect, type Locator, type Page } from '@playwright/test'

export interface Visitor {
  firstName: string
  lastName: string
  mobile: string
}

/** A visitor's phone. */
export class GuestPage {
  readonly page: Page
  readonly continueButton: Locator
  readonly retryButton: Locator
  readonly pass: Locator

  constructor(page: Page) {
    this.page = page
    this.continueButton = page.getByRole('button', { name: 'Continue' })
    this.retryButton = page.getByRole('button', { name: 'Retry' })
    this.pass = page.getByRole('heading', { name: 'Signed In' })
  }

  /** Opens the page of a key; the form can be typed into long before the browser calls the page loaded. */
  async scan(key: string): Promise<void> {
    await this.page.goto(`/${key}`, { waitUntil: 'commit' })
  }

  /** The script draws the page from now on. */
  async isTakenOver(): Promise<void> {
    await expect(this.page.locator('form:not([data-written])')).toBeVisible()
  }

  async fillDetails({ firstName, lastName, mobile }: Visitor): Promise<void> {
    await this.page.getByLabel('First name').fill(firstName)
    await this.page.getByLabel('Last name').fill(lastName)
    await this.page.getByLabel('Mobile').fill(mobile)
  }

  /** At a method that asks for nothing but the details. */
  async signIn(key: string, visitor: Visitor): Promise<void> {
    await this.scan(key)
    await this.fillDetails(visitor)
    await this.continueButton.click()
    await expect(this.pass).toBeVisible()
  }
}

/** Keeps the app's script away until it is released, as a slow network would. Everything else comes. */
export async function holdScript(page: Page): Promise<{ release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/_\/guest\/assets\/(?!early)[^/]+\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return { release }
}
