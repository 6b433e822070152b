import { redirect } from '@tanstack/react-router'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { chooseOwnLanguage } from '../../lib/language.ts'
import { isLanguageChosenBeforeLogin } from './own-language.ts'
import { findSession, hadSession, type Session } from './session.ts'
import {
  decideLoginPage,
  decideProtectedPage,
  isBoardPath,
  type PendingStep,
  ownPath,
} from './session-guards.ts'
import { tokens } from '../../lib/api.ts'

/**
 * The guard of every protected page.
 * @throws a redirect where the page does not open, and the errors of fetching the session
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

/** The step of the login page, with its session where there is one. */
export type LoginStep = { name: 'credentials' } | { name: PendingStep; session: Session }

/**
 * The guard of the login page. It redirects a person who needs no login.
 * @throws a redirect to where the person came from
 */
export async function enterLoginPage(search: {
  from?: string | undefined
  no2FA?: boolean | undefined
}): Promise<LoginStep> {
  const no2FA = search.no2FA ?? false
  const hasToken = tokens.get() !== undefined
  // The login page must open while the server is down, if only to say so.
  const session = hasToken && !no2FA ? await findSession().catch(() => undefined) : undefined
  const decision = decideLoginPage({ hasToken, no2FA, session })
  if (decision === 'leave') {
    const path = ownPath(search.from)
    throw redirect({ href: path, replace: true, reloadDocument: isBoardPath(path) })
  }
  document.documentElement.dataset['look'] = session?.config.look ?? runtimeConfig.look
  return session && decision !== 'ask' ? { name: decision, session } : { name: 'credentials' }
}

let appliedFor: string | undefined

/** Applies the look of the session's client and the person's language, once per session. */
async function applySessionLook({ config, profile }: Session): Promise<void> {
  document.documentElement.dataset['look'] = config.look
  const token = tokens.get()
  if (token === appliedFor) return
  appliedFor = token
  // A language that was chosen before the login stays. The shell saves it.
  if (!isLanguageChosenBeforeLogin() && runtimeConfig.languages.includes(profile.language))
    await chooseOwnLanguage(profile.language)
}
