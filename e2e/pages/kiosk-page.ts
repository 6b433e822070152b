import { expect, type Locator, type Page } from '@playwright/test'
import { GuestPage, type Visitor } from './guest-page.ts'

/** A shared tablet at a venue. */
export class KioskPage extends GuestPage {
  readonly signInWay: Locator
  readonly signOutWay: Locator
  readonly doneButton: Locator
  readonly stillThere: Locator
  readonly stored: Locator

  constructor(page: Page, origin = '') {
    super(page, origin)
    this.signInWay = page.getByRole('button', { name: 'Sign in' })
    this.signOutWay = page.getByRole('button', { name: 'Sign out' })
    this.doneButton = page.getByRole('button', { name: 'Done' })
    this.stillThere = page.getByRole('dialog', { name: 'Are you still there?' })
    this.stored = page.getByRole('heading', { name: 'Stored, it will be sent' })
  }

  /** Opens the start of the kiosk. */
  async start(key: string): Promise<void> {
    await this.scan(key)
    await expect(this.signInWay).toBeVisible()
  }

  /** Goes from the start to the empty form. */
  async openForm(key: string): Promise<void> {
    await this.start(key)
    await this.signInWay.click()
    await expect(this.page.getByLabel('First name')).toHaveValue('')
  }

  /** Types the details at the start and presses Continue. */
  async arrive(visitor: Visitor): Promise<void> {
    await this.signInWay.click()
    await this.fillDetails(visitor)
    await this.continueButton.click()
  }

  override async signIn(key: string, visitor: Visitor): Promise<void> {
    await this.start(key)
    await this.arrive(visitor)
    await expect(this.pass).toBeVisible()
  }

  /** Signs in without a network, and leaves the kiosk to the next visitor. */
  async arriveWithoutNetwork(visitor: Visitor): Promise<void> {
    await this.arrive(visitor)
    await expect(this.stored).toBeVisible()
    await this.doneButton.click()
    await expect(this.signInWay).toBeVisible()
  }

  /** Searches for a visit, from the kiosk's start or from the open search. */
  async findOwn({ firstName, lastName }: Visitor, mobileEnding: string): Promise<void> {
    const search = this.page.getByRole('button', { name: 'Find my sign-in' })
    await expect(this.signOutWay.or(search)).toBeVisible()
    if (await this.signOutWay.isVisible()) await this.signOutWay.click()
    await this.page.getByLabel('First name').fill(firstName)
    await this.page.getByLabel('Last name').fill(lastName)
    await this.page.getByLabel('Last 3 digits of your mobile').fill(mobileEnding)
    await search.click()
  }
}
