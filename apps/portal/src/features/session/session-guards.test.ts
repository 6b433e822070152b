import { isBoardOnly } from '@gatehouse/api-client/board-only'
import { describe, expect, test } from 'vitest'
import type { UserType } from '@gatehouse/validation/vocabulary'
import {
  decideLoginPage,
  decideProtectedPage,
  isBoardPath,
  isPublicPage,
  pendingStep,
  ownPath,
  type SessionFacts,
} from './session-guards.ts'

interface Flags {
  admin?: boolean
  site_admin?: boolean
  change_password?: boolean
}
const profile = (types: UserType[], flags: Flags = {}) => ({
  admin: false,
  site_admin: false,
  change_password: false,
  ...flags,
  access: types.map((user_type, at) => ({ site_id: `site-${at}`, site_name: `Site ${at}`, user_type })),
})
const session = (types: UserType[], given: Partial<SessionFacts> = {}): SessionFacts => ({
  authenticated: true,
  twoFAMethods: [],
  profile: profile(types),
  ...given,
})
const withPendingFactor = { authenticated: false, twoFAMethods: [{}] }
const unprotected = { authenticated: false, twoFAMethods: [] }
const changing = { profile: profile(['Staff'], { change_password: true }) }

test.each([
  ['nothing', session(['Staff']), undefined],
  ['nothing, with methods', session(['Staff'], { twoFAMethods: [{}] }), undefined],
  ['a code', session(['Staff'], withPendingFactor), 'second_factor'],
  ['setting it up', session(['Staff'], unprotected), 'set_up'],
  ['a new password', session(['Staff'], changing), 'change_password'],
  [
    'a code before the new password',
    session(['Staff'], { ...changing, ...withPendingFactor }),
    'second_factor',
  ],
  ['setting it up before the new password', session(['Staff'], { ...changing, ...unprotected }), 'set_up'],
] as const)('the next step of a session: %s', (_, facts, expected) => {
  expect(pendingStep(facts)).toBe(expected)
})

describe('who is sent to the board', () => {
  test.each([
    ['a device', profile(['Device']), true],
    ['devices and guests', profile(['Device', 'Guest', 'Guest']), true],
    ['nobody’s entries', profile([]), true],
    ['staff of one site', profile(['Staff']), false],
    ['a device that is staff elsewhere', profile(['Device', 'Staff']), false],
    ['a manager', profile(['Manager']), false],
    ['an admin without entries', profile([], { admin: true }), false],
    ['an admin with a device entry', profile(['Device'], { admin: true }), false],
    ['a site admin with a guest entry', profile(['Guest'], { site_admin: true }), false],
  ])('%s: %s', (_, person, expected) => {
    expect(isBoardOnly(person)).toBe(expected)
  })
})

describe('a protected page', () => {
  test.each([
    ['without a session', undefined, 'log_in'],
    ['with a pre-2FA session', session(['Staff'], withPendingFactor), 'pending_step'],
    ['with a pre-2FA session of a board screen', session(['Device'], withPendingFactor), 'pending_step'],
    ['without the second factor that is required', session(['Staff'], unprotected), 'pending_step'],
    ['before a new password', session(['Staff'], changing), 'pending_step'],
    ['for a board screen', session(['Device']), 'board'],
    ['for staff', session(['Staff']), 'enter'],
  ] as const)('%s: %s', (_, facts, expected) => {
    expect(decideProtectedPage(facts)).toBe(expected)
  })
})

describe('the login page', () => {
  const full = session(['Staff'])
  const half = session(['Staff'], withPendingFactor)
  test.each([
    { hasToken: false, no2FA: false, session: undefined, expected: 'ask' },
    { hasToken: false, no2FA: true, session: undefined, expected: 'ask' },
    { hasToken: true, no2FA: true, session: undefined, expected: 'leave' },
    { hasToken: true, no2FA: true, session: half, expected: 'leave' },
    { hasToken: true, no2FA: false, session: undefined, expected: 'ask' },
    { hasToken: true, no2FA: false, session: half, expected: 'second_factor' },
    { hasToken: true, no2FA: false, session: session(['Staff'], unprotected), expected: 'set_up' },
    { hasToken: true, no2FA: false, session: session(['Staff'], changing), expected: 'change_password' },
    { hasToken: true, no2FA: false, session: full, expected: 'leave' },
  ])('token $hasToken, no2FA $no2FA: $expected', ({ expected, ...facts }) => {
    expect(decideLoginPage(facts)).toBe(expected)
  })
})

describe('where a person came from', () => {
  test.each([
    ['/checked_in_users?state=overdue#top', '/checked_in_users?state=overdue#top'],
    ['/board?site=1', '/board?site=1'],
    ['/', '/'],
    ['/a/../home', '/home'],
    ['/login', '/'],
    ['/login?from=%2Flogin', '/'],
    ['//evil.example/x', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/\n/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['evil.example', '/'],
    ['', '/'],
    [undefined, '/'],
    [7, '/'],
  ])('%j becomes %s', (from, expected) => {
    expect(ownPath(from)).toBe(expected)
  })

  test('never leaves the origin, whatever the browser makes of it', () => {
    for (const from of ['//x', '/\\x', '/\t/x', '/%2F/x', '/..//x', '/./\\x', '/a/..//x']) {
      expect(new URL(ownPath(from), 'https://here.example').origin).toBe('https://here.example')
    }
  })
})

test.each([
  ['/board', true],
  ['/board?site=1', true],
  ['/board/x', true],
  ['/boardroom', false],
  ['/home', false],
])('%s is the board: %s', (path, expected) => {
  expect(isBoardPath(path)).toBe(expected)
})

test.each([
  ['/login', true],
  ['/reset_password', true],
  ['/verify_email', true],
  ['/first-admin', true],
  ['/home', false],
  ['/', false],
])('%s stays where it is without a session: %s', (path, expected) => {
  expect(isPublicPage(path)).toBe(expected)
})
