import { expect, it } from 'vitest'
import type { TwoStepAudience } from '@gatehouse/validation/vocabulary'
import { mustUseTwoStep } from './policy.ts'

const of = (admin: boolean, siteAdmin: boolean, ...types: ('Manager' | 'Staff')[]) => ({
  admin,
  siteAdmin,
  hasManagerEntry: types.includes('Manager'),
  hasStaffEntry: types.includes('Staff'),
})

it.each<[string, ReturnType<typeof of>, TwoStepAudience[], boolean]>([
  ['nobody where the policy names nobody', of(true, true, 'Manager', 'Staff'), [], false],
  ['an admin where it names admins', of(true, false), ['admin'], true],
  ['no admin where it names site_admins', of(true, false), ['site_admin'], false],
  ['a site_admin where it names them', of(false, true), ['site_admin'], true],
  ['a manager of one site among others', of(false, false, 'Staff', 'Manager'), ['Manager'], true],
  ['staff', of(false, false, 'Staff'), ['admin', 'Staff'], true],
  ['no screen', of(false, false), ['site_admin', 'admin', 'Manager', 'Staff'], false],
])('obliges %s', (_, rights, requiredFor, expected) => {
  expect(mustUseTwoStep(rights, requiredFor)).toBe(expected)
})
