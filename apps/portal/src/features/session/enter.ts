import { redirect } from '@tanstack/react-router'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { chooseOwnLanguage } from '../../lib/language.ts'
import { takePickedLanguage, tellLanguage } from './own-language.ts'
import { findSession, hadSession, type Session } from './session.ts'
import {
  decideLoginPage,
  decideProtectedPage,
  isBoardPath,
  type PendingStep,
  ownPath,
} from './session-guards.ts'
import { tokens } from '@gatehouse/api-client/staff-api'

/**
 * The guard of every protected page.
 * @throws a redirect where the page does not open, and what fetching the session throws
 */
export async function enterProtectedPage(href: string): Promise<Session> {
  const had = hadSession()
  const session = await findSession()
  const decision = decideProtectedPage(session)
  if (session && decision === 'enter') {
    await applySessionLook(session)
    return session
  }
  if (decision === 'board') throw redirect({ href: '/board', reloadDocument: true })
  throw redirect({
    to: '/login',
    search: {
      from: href === '/' ? undefined : href,
      reason: had && decision === 'log_in' ? 'ended' : undefined,
    },
  })
}

/** What the login page asks for, and whose session it is where there is one. */
export type LoginStep = { name: 'credentials' } | { name: PendingStep; session: Session }

/**
 * The guard of the login page: leads on whoever needs no login.
 * @throws a redirect to where the person came from
 */
export async function enterLoginPage(search: {
  from?: string | undefined
  no2FA?: boolean | undefined
}): Promise<LoginStep> {
  const no2FA = search.no2FA ?? false
  const hasToken = tokens.get() !== undefined
  // The login page must open while the server does not answer, if only to say so.
  const session = hasToken && !no2FA ? await findSession().catch(() => undefined) : undefined
  const decision = decideLoginPage({ hasToken, no2FA, session })
  if (decision === 'leave') {
    const path = ownPath(search.from)
    throw redirect({ href: path, replace: true, reloadDocument: isBoardPath(path) })
  }
  document.documentElement.dataset['look'] = session?.config.look ?? runtimeConfig.look
  return session && decision !== 'ask' ? { name: decision, session } : { name: 'credentials' }
}

let worn: string | undefined

/** Draws the page in the look of the session's client and in the person's language, once per session. */
async function applySessionLook({ config, profile }: Session): Promise<void> {
  document.documentElement.dataset['look'] = config.look
  const token = tokens.get()
  if (token === worn) return
  worn = token
  // What was picked on the login page is a wish for now and later.
  const picked = takePickedLanguage()
  if (picked !== undefined && picked !== profile.language) void tellLanguage(profile, picked)
  else if (runtimeConfig.languages.includes(profile.language)) await chooseOwnLanguage(profile.language)
}
