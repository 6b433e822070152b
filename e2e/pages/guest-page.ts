import type { Locator, Page } from '@playwright/test'

/** A visitor's phone. */
export class GuestPage {
  readonly page: Page
  readonly continueButton: Locator
  readonly pass: Locator

  constructor(page: Page) {
    this.page = page
    this.continueButton = page.getByRole('button', { name: 'Continue' })
    this.pass = page.getByRole('heading', { name: 'Signed In' })
  }

  async scan(key: string): Promise<void> {
    await this.page.goto(`/${key}`)
  }

  async fillDetails({
    firstName,
    lastName,
    mobile,
  }: {
    firstName: string
    lastName: string
    mobile: string
  }) {
    await this.page.getByLabel('First name').fill(firstName)
    await this.page.getByLabel('Last name').fill(lastName)
    await this.page.getByLabel('Mobile').fill(mobile)
  }
}
