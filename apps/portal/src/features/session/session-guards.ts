import { isBoardOnly } from '@gatehouse/api-client/board-only'
import type { Profile } from '@gatehouse/validation/endpoints/me'

/** The part of a validated session that the guards read. */
export interface SessionFacts {
  /** False while the second factor is pending. */
  authenticated: boolean
  /** The enabled second factors. */
  twoFAMethods: readonly unknown[]
  profile: Pick<Profile, 'admin' | 'site_admin' | 'change_password' | 'access'>
}

/** A step of the login page that a session must pass before any other page opens. */
export type PendingStep = 'second_factor' | 'set_up' | 'change_password'

/** The second factor comes first, because the password can be changed only after it. */
export function pendingStep({ authenticated, twoFAMethods, profile }: SessionFacts): PendingStep | undefined {
  if (!authenticated) return twoFAMethods.length > 0 ? 'second_factor' : 'set_up'
  return profile.change_password ? 'change_password' : undefined
}

export type ProtectedDecision = 'enter' | 'board' | 'log_in' | 'pending_step'

/**
 * Whether a protected page opens. `session` is undefined without a token, or when the server
 * refused it.
 */
export function decideProtectedPage(session: SessionFacts | undefined): ProtectedDecision {
  if (!session) return 'log_in'
  if (pendingStep(session)) return 'pending_step'
  return isBoardOnly(session.profile) ? 'board' : 'enter'
}

export type LoginDecision = 'ask' | 'leave' | PendingStep

/**
 * Whether the login page shows a step, and which, or redirects. With `no2FA` the person comes from
 * the board, and returns there with a pending second factor. `session` is undefined while unknown
 * or refused.
 */
export function decideLoginPage(facts: {
  hasToken: boolean
  no2FA: boolean
  session: SessionFacts | undefined
}): LoginDecision {
  if (!facts.hasToken) return 'ask'
  if (facts.no2FA) return 'leave'
  if (!facts.session) return 'ask'
  return pendingStep(facts.session) ?? 'leave'
}

const ANY_HOST = 'https://own.invalid'

/**
 * Where a person came from, as a path of this origin; `/` for anything else: another host, however
 * disguised, or the login page itself.
 */
export function ownPath(from: unknown): string {
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, ANY_HOST)) return '/'
  const url = new URL(from, ANY_HOST)
  const path = `${url.pathname}${url.search}${url.hash}`
  // Resolving dots can leave two leading slashes, which browsers read as a host.
  if (url.origin !== ANY_HOST || path.startsWith('//') || url.pathname === '/login') return '/'
  return path
}

/** The board is a separate app: going there loads a page. */
export function isBoardPath(path: string): boolean {
  return /^\/board(?:[/?#]|$)/.test(path)
}

const publicPages = ['/login', '/reset_password', '/verify_email', '/first-admin', '/invitation']

/** Pages that stay open when a session ends. */
export function isPublicPage(pathname: string): boolean {
  return publicPages.includes(pathname)
}
