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
  readonly waiting: Locator
  readonly codeField: Locator
  readonly checkOutButton: Locator
  readonly checkOutTime: Locator
  readonly #origin: string

  /** @param origin a proxy's before the server, if there is one */
  constructor(page: Page, origin = '') {
    this.page = page
    this.#origin = origin
    this.continueButton = page.getByRole('button', { name: 'Continue' })
    this.retryButton = page.getByRole('button', { name: 'Retry' })
    this.pass = page.getByRole('heading', { name: 'Signed In' })
    this.codeField = page.getByLabel('Temperature code')
    this.checkOutButton = page.getByRole('button', { name: 'Check Out' })
    this.checkOutTime = page.getByRole('group', { name: 'Check-out time' })
    this.waiting = page.getByText('Waiting for a response. Please try again.')
  }

  /**
   * Opens the page of a key. It does not wait for the load event, because the form is usable
   * earlier.
   */
  async scan(key: string): Promise<void> {
    await this.page.goto(`${this.#origin}/${key}`, { waitUntil: 'commit' })
  }

  /** Waits until the script has hydrated the page. */
  async waitUntilHydrated(): Promise<void> {
    await expect(this.page.locator('form:not([data-server-rendered])')).toBeVisible()
  }

  async fillDetails({ firstName, lastName, mobile }: Visitor): Promise<void> {
    await this.page.getByLabel('First name').fill(firstName)
    await this.page.getByLabel('Last name').fill(lastName)
    await this.page.getByLabel('Mobile').fill(mobile)
  }

  /** Fills in the details at a method whose next step is the code. */
  async goToCode(key: string, visitor: Visitor): Promise<void> {
    await this.scan(key)
    await this.waitUntilHydrated()
    await this.fillDetails(visitor)
    await this.continueButton.click()
    await expect(this.codeField).toBeVisible()
  }

  /** Answers all kinds of questions of the venue. */
  async answerEverything({ isWell }: { isWell: boolean }): Promise<void> {
    const { page } = this
    await page.getByText('Crew', { exact: true }).click()
    await page.getByText(isWell ? 'Yes' : 'No', { exact: true }).click()
    await page.getByLabel('Who are you visiting?').fill('Ada')
    await page.getByText('Stage door', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Tools' }).check()
  }

  /** Types a check-out time, `HH:MM`, into the fields of a language with day periods. */
  async typeCheckOutTime(time: string): Promise<void> {
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    await this.checkOutTime.getByRole('spinbutton', { name: 'hour' }).fill(String(hour % 12 || 12))
    await this.checkOutTime.getByRole('spinbutton', { name: 'minute' }).fill(String(minute).padStart(2, '0'))
    await this.checkOutTime.getByRole('radio', { name: hour < 12 ? 'am' : 'pm', exact: true }).check()
  }

  /** The check-out time that the fields show, as `HH:MM`. */
  async readCheckOutTime(): Promise<string> {
    const hour = await this.checkOutTime.getByRole('spinbutton', { name: 'hour' }).inputValue()
    const minute = await this.checkOutTime.getByRole('spinbutton', { name: 'minute' }).inputValue()
    const isAfternoon = await this.checkOutTime.getByRole('radio', { name: 'pm', exact: true }).isChecked()
    return `${String((Number(hour) % 12) + (isAfternoon ? 12 : 0)).padStart(2, '0')}:${minute}`
  }

  /**
   * Repairs the network and presses Retry. The phone's clock is set an hour ahead first: an attempt
   * of that age is never sent automatically, so the press sends it.
   */
  async mendAndRetry(mend: () => unknown): Promise<void> {
    await this.page.clock.setSystemTime(Date.now() + 61 * 60_000)
    // While a request is running, the button is disabled.
    await expect(this.retryButton).toBeEnabled()
    await mend()
    await this.retryButton.click()
    await expect(this.pass).toBeVisible()
    await this.page.clock.setSystemTime(Date.now())
  }

  /** Signs in at a method that asks for the details only. */
  async signIn(key: string, visitor: Visitor): Promise<void> {
    await this.scan(key)
    await this.fillDetails(visitor)
    await this.continueButton.click()
    await expect(this.pass).toBeVisible()
  }
}

/** Holds the app's script until it is released. Everything else loads. */
export async function holdScript(page: Page): Promise<{ release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/_\/guest\/assets\/[^/]+\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return { release }
}
