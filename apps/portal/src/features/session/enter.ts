import { redirect } from '@tanstack/react-router'
import { preferredLanguage, speak } from '../../lib/language.ts'
import { findSession, type Session } from './session.ts'
import { decideLoginPage, decideProtectedPage, isBoardPath, ownPath } from './session-guards.ts'
import { tokens } from '../../lib/api.ts'

/**
 * The guard of every protected page.
 * @throws a redirect where the page does not open, and what fetching the session throws
 */
export async function enterProtectedPage(href: string): Promise<Session> {
  const hadToken = tokens.get() !== undefined
  const session = await findSession()
  const decision = decideProtectedPage(session)
  if (session && decision === 'enter') {
    await wear(session)
    return session
  }
  if (decision === 'board') throw redirect({ href: '/board', reloadDocument: true })
  const ended = hadToken && decision === 'log_in'
  throw redirect({
    to: '/login',
    search: { from: href === '/' ? undefined : href, reason: ended ? 'ended' : undefined },
  })
}

/**
 * The guard of the login page: leads on whoever needs no login.
 * @returns which step is asked for
 * @throws a redirect to where the person came from
 */
export async function enterLoginPage(search: {
  from?: string | undefined
  no2FA?: boolean | undefined
}): Promise<'credentials' | 'second_step'> {
  const no2FA = search.no2FA ?? false
  const hasToken = tokens.get() !== undefined
  // The login page must open while the server does not answer, if only to say so.
  const session = hasToken && !no2FA ? await findSession().catch(() => undefined) : undefined
  const decision = decideLoginPage({ hasToken, no2FA, session })
  if (decision === 'leave') {
    const path = ownPath(search.from)
    throw redirect({ href: path, replace: true, reloadDocument: isBoardPath(path) })
  }
  return decision === 'second_step' ? 'second_step' : 'credentials'
}

/** Draws the page in the look of the session's client and in the person's language. */
async function wear({ config, profile }: Session): Promise<void> {
  document.documentElement.dataset['look'] = config.look
  await speak(preferredLanguage(profile.language))
}
