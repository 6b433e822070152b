import { expect } from '@playwright/test'
import { limits } from '@gatehouse/validation/limits'
import { expectRefusals } from '../fixtures.ts'
import type { AccountWalk } from './account-walk.ts'
import type { StaffMember } from './made-up-staff.ts'
import { showSideBar } from './staff-pages.ts'

/**
 * The two-step window: enabled, renewed, with all its errors. Ends with the second factor enabled.
 */
export async function walkTwoStepWindow(walk: AccountWalk): Promise<void> {
  const { page } = walk
  const heading = 'Two-step authentication'
  await walk.openWindow('two_step', heading)
  await expect(page.getByText(walk.say('Off'), { exact: true })).toBeVisible()
  await walk.look()
  await walk.button('Set up').click()
  await walk.setUp()
  await page.keyboard.press('Escape')
  await walk.sees('These codes are not active yet')
  await walk.look()
  await walk.finishSetUp()
  await expect(page.getByText(walk.say('On'), { exact: true })).toBeVisible()
  await walk.look()
  await walk.button('New codes').click()
  await walk.look()
  await walk.button('Create codes').click()
  await walk.sees('Save your recovery codes')
  await walk.look()
  await walk.button('Cancel the new codes').click()
  await walk.button('Turn off').click()
  await walk.sees('Turn off two-step authentication?')
  await walk.look()
}

/** The notifications, and the empty list after clearing. */
export async function walkBell(walk: AccountWalk): Promise<void> {
  const { page } = walk
  await page.goto('/home')
  await showSideBar(page, walk.say('Open the menu'))
  await page.getByRole('button', { name: new RegExp(`^${walk.say('Notifications')}`) }).click()
  const list = page.getByRole('dialog', { name: walk.say('Notifications') })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await walk.look()
  await walk.button('Clear All').click()
  await walk.sees('You have no notifications.')
  await walk.look()
}

/** The second factor at the login, until the account is locked. */
export async function walkSecondFactor(
  walk: AccountWalk,
  person: StaffMember,
  password: string,
): Promise<void> {
  const { page } = walk
  expectRefusals(page, 403, 429)
  await walk.logIn(person, password)
  await walk.isOn('Two-step authentication')
  await expect(walk.field('Verification code')).toBeFocused()
  await walk.look()
  await walk.typeWrongCode()
  await walk.sees('Login failed. Invalid verification code.')
  await walk.look()
  await walk.button('Use a recovery code instead').click()
  await walk.look()
  await walk.field('Recovery code').fill('aaaaaa-aaaaaa')
  await walk.button('Verify').click()
  await walk.sees('Login failed. Invalid recovery code.')
  await walk.look()
  await walk.button('Use a verification code instead').click()
  const { perSession, perAccount } = limits.wrongCodes
  for (let tried = 2; tried < perSession; tried += 1) await walk.typeWrongCode()
  await walk.typeCode('000000')
  await walk.sees('Please log in again.')
  await walk.look()
  await walk.button('Log in again').click()
  await walk.isOn('Welcome')
  await walk.logIn(person, password)
  for (let tried = perSession; tried < perAccount; tried += 1) await walk.typeWrongCode()
  await walk.typeCode('000000')
  await walk.sees('You can try again {wait}.')
  await walk.look()
  await walk.button('Cancel and log out').click()
  await walk.logIn(person, password)
  await walk.sees('Account is locked after too many wrong codes. Please try again in a few minutes.')
  await walk.sees('You can try again {wait}.')
  await walk.look()
}

/** The steps that an account must finish before anything else opens. */
export async function walkPendingFactors(
  walk: AccountWalk,
  { obliged, newcomer }: { obliged: StaffMember; newcomer: StaffMember },
  password: string,
): Promise<void> {
  const { page } = walk
  expectRefusals(page, 403, 422)
  await page.goto('/')
  await walk.logIn(obliged)
  await walk.isOn('Set up two-step authentication')
  await walk.setUp()
  await walk.finishSetUp()
  await walk.sees('Two-step authentication is on')
  await walk.look()
  await walk.button('Continue to log in').click()
  await walk.isOn('Two-step authentication')
  await walk.button('Cancel and log out').click()

  await walk.logIn(newcomer)
  await walk.isOn('Change your password')
  await expect(walk.secret('Current password')).toBeFocused()
  await walk.look()
  for (const field of ['Current password', 'New password', 'Confirm password'])
    await walk.secret(field).fill(password)
  await walk.button('Change password').click()
  await walk.sees('Choose a password you are not using already.')
  await walk.look()
  await walk.button('Log out').click()
  await walk.isOn('Welcome')
}
