import { expect } from '@playwright/test'
import { expectRefusals } from '../fixtures.ts'
import type { AccountWalk } from './account-walk.ts'
import type { StaffMember } from './made-up-staff.ts'

/** The login with its messages, up to the email with a link to a new password. */
export async function walkLogin(walk: AccountWalk, admin: StaffMember): Promise<void> {
  const { page } = walk
  expectRefusals(page, 0, 401, 429)
  await page.goto('/login?reason=ended')
  await walk.isOn('Welcome')
  await walk.sees('Your session has ended. Please log in again.')
  await walk.look()
  await page.goto('/login')
  await walk.look()
  await walk.button('Log in').click()
  await expect(page.getByRole('link', { name: walk.say('Please enter a valid email address') })).toBeVisible()
  await walk.look()
  await walk.logIn(admin, 'wrong')
  await walk.sees('Login failed. Email or password was incorrect.')
  await walk.look()
  await page.context().setOffline(true)
  await walk.logIn(admin)
  await walk.sees(
    'Service is currently unavailable. Please check your internet connection or contact support.',
  )
  await walk.look()
  await page.context().setOffline(false)

  const unknown = { email: `nobody@${admin.email.split('@')[1]}`, name: '' }
  await page.evaluate(async (email) => {
    const body = JSON.stringify({ email, password: 'guessed' })
    const headers = { 'content-type': 'application/json' }
    const guess = () => fetch('/api/login', { method: 'POST', headers, body })
    await Promise.all(Array.from({ length: 10 }, guess))
  }, unknown.email)
  await walk.logIn(unknown)
  await walk.sees('Too many attempts')
  await walk.look()

  await page.getByRole('link', { name: walk.say('Forgot password?') }).click()
  const address = page.getByRole('dialog').getByLabel(walk.say('Email'), { exact: true })
  await address.fill('nobody')
  await walk.button('Submit').click()
  await walk.sees('Please enter a valid email address')
  await walk.look()
  await address.fill(admin.email)
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/api/password/forgot', (route) => held.then(() => route.continue()))
  await walk.button('Submit').click()
  await expect(walk.button('Submit')).toHaveAttribute('aria-disabled', 'true')
  await walk.look()
  letThrough()
  await walk.sees('An email has been sent')
  await walk.look()
}

/** The page of an emailed link to a new password, until the password is changed. */
export async function walkReset(walk: AccountWalk, link: string, password: string): Promise<void> {
  const { page } = walk
  expectRefusals(page, 422)
  const type = async (fresh: string, again: string) => {
    await walk.secret('New password').fill(fresh)
    await walk.secret('Confirm password').fill(again)
    await walk.button('Set new password').click()
  }
  await page.goto(link)
  await walk.isOn('Password Reset')
  await walk.look()
  await type('short', 'shorter')
  await expect(page.getByRole('link', { name: walk.say('Password does not match.') })).toBeVisible()
  await walk.look()
  await walk.secret('New password').fill('password1')
  await walk.sees('This password appeared in a data breach')
  await walk.look()
  await type('password1', 'password1')
  await walk.sees('This password is too easy to guess. Choose another one.')
  await walk.look()
  await type(password, password)
  await walk.sees('Your password has been updated')
  await walk.look()
  await page.goto(link)
  await walk.sees(
    'This password reset link is not valid or has expired. Please request a new password reset email or contact support.',
  )
  await walk.look()
}

/**
 * The account menu, its windows for details and for the organisation, and the email that changes an
 * address.
 */
export async function walkDetails(walk: AccountWalk, admin: StaffMember, password: string): Promise<string> {
  const { page } = walk
  expectRefusals(page, 422)
  await walk.openMenu()
  await walk.look()
  await page.getByRole('link', { name: walk.say('Update my details') }).click()
  await walk.field('First name').fill('')
  await walk.button('Save').click()
  await walk.look()
  await walk.field('First name').fill('Wilhelmina')
  const email = `w.${admin.email}`
  await walk.field('Email').fill(email)
  await walk.sees('Please verify the new address')
  await walk.secret('Current password').fill('wrong')
  await walk.button('Save').click()
  await expect(
    page.getByRole('link', { name: walk.say('The current password is not correct.') }),
  ).toBeVisible()
  await walk.look()
  await walk.secret('Current password').fill(password)
  await walk.button('Save').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await walk.openWindow('details', 'Update my details')
  await expect(
    page.getByText(walk.texts.translate('Waiting for {pending} to be verified', { pending: email })),
  ).toBeVisible()
  await walk.look()
  const link = await walk.linkTo(email, '/verify_email')
  for (const outcome of ['Your new email address is verified', 'This link is not valid or has expired']) {
    await page.goto(link)
    await expect(walk.button('Confirm email address')).toBeVisible()
    await walk.look()
    await walk.button('Confirm email address').click()
    await walk.sees(outcome)
    await walk.look()
  }

  await walk.openWindow('client', 'Edit Client')
  await walk.field('Name').fill('')
  await walk.look()
  await walk.button('Update Client').click()
  await expect(page.getByRole('link', { name: walk.say('Please enter a name') })).toBeVisible()
  await walk.look()
  return email
}

/** The window for a new password, without changing it in the end. */
export async function walkPassword(walk: AccountWalk, password: string): Promise<void> {
  const { page } = walk
  expectRefusals(page, 422)
  await walk.openWindow('password', 'Change password')
  await walk.look()
  const type = async (current: string, fresh: string) => {
    await walk.secret('Current password').fill(current)
    await walk.secret('New password').fill(fresh)
    await walk.secret('Confirm password').fill(fresh)
    await walk.button('Change password').click()
  }
  await walk.secret('New password').fill('qwerty123')
  await walk.sees('This password appeared in a data breach')
  await walk.look()
  for (const [current, fresh, said] of [
    ['wrong', 'Kookaburra-tin-88', 'The current password is not correct.'],
    [password, password, 'Choose a password you are not using already.'],
    [password, 'qwerty123', 'This password is too easy to guess. Choose another one.'],
  ] as const) {
    await type(current, fresh)
    await expect(page.getByRole('alert').getByRole('link', { name: walk.say(said) })).toBeVisible()
  }
  await walk.look()
}

/** The list of sessions, and logging out of all of them. */
export async function walkSessions(walk: AccountWalk): Promise<void> {
  const { page } = walk
  await walk.openWindow('sessions', 'Sessions and devices')
  await walk.sees('This session')
  await expect(
    page.getByRole('dialog').getByText(walk.texts.pattern('{program} on {system}')).first(),
  ).toBeVisible()
  await walk.look()
  await walk.button('Log out everywhere').click()
  await walk.sees('Log out everywhere?')
  await walk.look()
  await walk.button('Yes, log out everywhere').click()
  await walk.isOn('Welcome')
}
