import { expect, type Locator, type Page } from '@playwright/test'
import { Authenticator } from './authenticator.ts'
import { showSideBar } from './staff-pages.ts'

export type AccountEntry =
  | 'Update my details'
  | 'Update client'
  | 'Change password'
  | 'Two-step authentication'
  | 'Sessions and devices'

/** The account pages of a logged-in person. */
export class AccountPages {
  readonly page: Page
  readonly name: string

  constructor(page: Page, name: string) {
    this.page = page
    this.name = name
  }

  get userMenu(): Locator {
    return this.page.getByRole('button', { name: this.name })
  }

  /** Opens a window of the account menu. */
  async open(entry: AccountEntry): Promise<void> {
    await showSideBar(this.page)
    await this.userMenu.click()
    await this.page.getByRole('link', { name: entry }).click()
    // The heading is the menu's, the name of the person, until the window has opened.
    await expect(this.page.getByRole('dialog').getByRole('heading', { level: 2 })).not.toHaveText(this.name)
  }

  async logOut(): Promise<void> {
    await showSideBar(this.page)
    await this.userMenu.click()
    await this.page.getByRole('button', { name: 'Log out' }).click()
    await expect(this.page.getByRole('button', { name: 'Log in' })).toBeVisible()
  }

  /** Goes from the list through the set-up to the recovery codes. */
  async setUpAuthenticator(): Promise<Authenticator> {
    await this.page.getByRole('button', { name: 'Set up' }).click()
    return this.walkThroughSetUp()
  }

  /** The same from its first step. */
  async walkThroughSetUp(): Promise<Authenticator> {
    await this.page.getByRole('button', { name: 'Next' }).click()
    await expect(this.page.getByRole('img', { name: /QR code/ })).toBeVisible()
    const groups = await this.page.getByRole('group').locator('code').allTextContents()
    expect(groups.every((group) => /^[A-Z2-7]{4}$/.test(group))).toBe(true)
    const authenticator = new Authenticator(groups.join(''))
    await this.page.getByRole('button', { name: 'Next' }).click()
    await this.code.fill(await authenticator.code())
    await expect(this.page.getByText('Save your recovery codes')).toBeVisible()
    return authenticator
  }

  get code(): Locator {
    return this.page.getByRole('textbox', { name: 'Verification code' })
  }
}
