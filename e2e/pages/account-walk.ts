import { type LookName, looks } from '@gatehouse/validation/vocabulary'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../fixtures.ts'
import type { OwnServer } from '../own-server.ts'
import { isWholeWalk } from './appearance.ts'
import { Authenticator } from './authenticator.ts'
import type { Organisation, StaffMember } from './made-up-staff.ts'
import { countMails, linkFromMail } from './mailbox.ts'
import { showSideBar } from './staff-pages.ts'
import type { Translations } from './translations.ts'

export interface AccountWalkDeps {
  page: Page
  server: OwnServer
  texts: Translations
  people: Organisation
  password: string
  /** Without `WALK=all`, each look checks the accessibility of different screens. */
  look: LookName
}

/** Walks through every state of the account screens in one language and checks each of them. */
export class AccountWalk {
  readonly page: Page
  readonly texts: Translations
  readonly #deps: AccountWalkDeps
  #looks = 0

  constructor(deps: AccountWalkDeps) {
    this.page = deps.page
    this.texts = deps.texts
    this.#deps = deps
  }

  /** Checks the screen: translated, not wider than the window, and in its turn accessible. */
  async look(): Promise<void> {
    await this.texts.expectNoEnglish(this.page)
    const over = await this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(over, 'pixels to scroll sideways').toBeLessThanOrEqual(0)
    this.#looks += 1
    const isTurn = this.#looks % looks.length === looks.indexOf(this.#deps.look)
    if (isWholeWalk || isTurn) await expectAccessible(this.page)
  }

  say(english: string): string {
    return this.texts.translate(english)
  }
  button(english: string): Locator {
    return this.page.getByRole('button', { name: this.say(english), exact: true })
  }
  field(english: string): Locator {
    return this.page.getByRole('textbox', { name: this.say(english), exact: true })
  }
  /** Passwords have no ARIA role. */
  secret(english: string): Locator {
    return this.page.getByLabel(this.say(english), { exact: true })
  }
  async sees(english: string): Promise<void> {
    await expect(this.page.getByText(this.texts.pattern(english)).first()).toBeVisible()
  }
  async isOn(english: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: this.say(english) })).toBeVisible()
  }

  async logIn({ email }: StaffMember, password = this.#deps.password): Promise<void> {
    await this.field('Email').fill(email)
    await this.secret('Password').fill(password)
    await this.button('Log in').click()
  }

  async openMenu(): Promise<void> {
    await showSideBar(this.page, this.say('Open the menu'))
    await this.page.getByRole('button', { name: this.#deps.people.admin.name }).click()
  }

  /** Opens a window over Home by its URL. */
  async openWindow(modal: string, heading: string): Promise<void> {
    await this.page.goto(`/home?modal=${modal}`)
    await expect(
      this.page.getByRole('dialog').getByRole('heading', { level: 2, name: this.say(heading) }),
    ).toBeVisible()
  }

  /** The path of the link in an email, without its host. */
  async linkTo(email: string, path: string, seen = 0): Promise<string> {
    const { pathname, search } = new URL(await linkFromMail(email, path, seen, this.#deps.server.outbox))
    return `${pathname}${search}`
  }
  countMails(email: string): Promise<number> {
    return countMails(email, this.#deps.server.outbox)
  }

  async typeCode(code: string): Promise<void> {
    const responded = this.page.waitForResponse(/\/2fa\/(verify|confirm-totp-method)$/)
    await this.field('Verification code').fill(code)
    await responded
  }
  async typeWrongCode(): Promise<void> {
    await this.typeCode('000000')
    await expect(this.field('Verification code')).toHaveValue('')
  }

  /**
   * Goes through the set-up from its first step and checks each one. Ends at the recovery codes.
   */
  async setUp(): Promise<Authenticator> {
    await this.sees('Install an authenticator app')
    await this.look()
    await this.button('Next').click()
    await expect(
      this.page.getByRole('img', { name: this.say('QR code for your authenticator app') }),
    ).toBeVisible()
    await this.look()
    const groups = await this.page.getByRole('group').locator('code').allTextContents()
    const authenticator = new Authenticator(groups.join(''))
    await this.button('Next').click()
    await this.look()
    await this.typeWrongCode()
    await this.sees('Incorrect verification code. Please try again.')
    // With reduced motion the field does not shake.
    await expect(this.field('Verification code').locator('..')).toHaveCSS('animation-name', 'none')
    await this.look()
    await this.typeCode(await authenticator.code())
    await this.sees('Save your recovery codes')
    await this.look()
    await this.button('Finish').click()
    await this.sees('Save the codes first, then tick this.')
    await this.look()
    return authenticator
  }

  async finishSetUp(): Promise<void> {
    await this.page.getByLabel(this.say('I have saved these codes')).check()
    await this.button('Finish').click()
  }
}
