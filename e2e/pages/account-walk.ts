import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../fixtures.ts'
import type { OwnServer } from '../own-server.ts'
import { Authenticator } from './authenticator.ts'
import type { Organisation, StaffMember } from './made-up-staff.ts'
import { countMails, linkFromMail } from './mailbox.ts'
import { showSideBar } from './staff-pages.ts'
import type { Words } from './words.ts'

export interface AccountWalkParts {
  page: Page
  server: OwnServer
  words: Words
  people: Organisation
  password: string
}

/** Somebody's way through every state of the account screens in one language; each state is looked at. */
export class AccountWalk {
  readonly page: Page
  readonly words: Words
  readonly #parts: AccountWalkParts

  constructor(parts: AccountWalkParts) {
    this.page = parts.page
    this.words = parts.words
    this.#parts = parts
  }

  /** What stands on the screen now can be used by everybody, in this language, at this width. */
  async look(): Promise<void> {
    await this.words.expectNoEnglish(this.page)
    const over = await this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(over, 'pixels to scroll sideways').toBeLessThanOrEqual(0)
    await expectAccessible(this.page)
  }

  say(english: string): string {
    return this.words.say(english)
  }
  button(english: string): Locator {
    return this.page.getByRole('button', { name: this.say(english), exact: true })
  }
  field(english: string): Locator {
    return this.page.getByRole('textbox', { name: this.say(english), exact: true })
  }
  /** Passwords have no role of their own. */
  secret(english: string): Locator {
    return this.page.getByLabel(this.say(english), { exact: true })
  }
  async sees(english: string): Promise<void> {
    await expect(this.page.getByText(this.words.like(english)).first()).toBeVisible()
  }
  async isOn(english: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: this.say(english) })).toBeVisible()
  }

  async logIn({ email }: StaffMember, password = this.#parts.password): Promise<void> {
    await this.field('Email').fill(email)
    await this.secret('Password').fill(password)
    await this.button('Log in').click()
  }

  async openMenu(): Promise<void> {
    await showSideBar(this.page, this.say('Open the menu'))
    await this.page.getByRole('button', { name: this.#parts.people.admin.name }).click()
  }

  /** A window over Home, by its address, which is how it can be linked. */
  async openWindow(modal: string, heading: string): Promise<void> {
    await this.page.goto(`/home?modal=${modal}`)
    await expect(
      this.page.getByRole('dialog').getByRole('heading', { level: 2, name: this.say(heading) }),
    ).toBeVisible()
  }

  /** The path of a mail's link, to be opened on the host of this walk. */
  async linkTo(email: string, path: string, seen = 0): Promise<string> {
    const { pathname, search } = new URL(await linkFromMail(email, path, seen, this.#parts.server.outbox))
    return `${pathname}${search}`
  }
  countMails(email: string): Promise<number> {
    return countMails(email, this.#parts.server.outbox)
  }

  async typeCode(code: string): Promise<void> {
    const answered = this.page.waitForResponse(/\/2fa\/(verify|confirm-totp-method)$/)
    await this.field('Verification code').fill(code)
    await answered
  }
  async typeWrongCode(): Promise<void> {
    await this.typeCode('000000')
    await expect(this.field('Verification code')).toHaveValue('')
  }

  /** From the first step of the set-up to its end, each looked at. Ends with the codes in force. */
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
    // Who wants no motion sees no shaking.
    await expect(this.field('Verification code').locator('..')).toHaveCSS('animation-name', 'none')
    await this.look()
    await this.typeCode(await authenticator.code())
    await this.sees('Save your recovery codes')
    await this.look()
    await this.button('Finish').click()
    await this.sees('Please save the codes first, then tick this.')
    await this.look()
    return authenticator
  }

  async finishSetUp(): Promise<void> {
    await this.page.getByLabel(this.say('I have saved these codes')).check()
    await this.button('Finish').click()
  }
}
