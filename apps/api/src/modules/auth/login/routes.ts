import { endpoints } from '@gatehouse/validation/endpoints/all'
import { auditOf, recordAudit } from '../../../db/audit.ts'
import type { Database } from '../../../db/client.ts'
import { withScope, withReadScope } from '../../../db/tenancy.ts'
import type { Router } from '../../../plugins/route.ts'
import {
  clearSessionBinding,
  createSessionBinding,
  isBrowser,
  keepSessionBinding,
  setSessionBinding,
} from '../authenticate.ts'
import { readUserAgent } from '../program.ts'
import { type LoginDeps, logIn } from './login.ts'
import { renewSession } from './renew-session.ts'
import { cookieSecondsFor } from '../session-life.ts'
import { endSessions, findSessionConfig } from '../sessions.ts'
import { findMethods } from '../second-factors.ts'

export function registerLogin({ route }: Router, deps: LoginDeps): void {
  const { deviceCookies } = deps
  route(endpoints.login, async ({ body, ctx, request, reply }) => {
    const binding = isBrowser(request) ? createSessionBinding() : undefined
    const session = await logIn(ctx, deps, body, {
      program: readUserAgent(request.headers['user-agent']),
      cookieHash: binding?.hash ?? null,
      deviceEntries: deviceCookies.entriesOf(request),
    })
    if (binding) setSessionBinding(request, reply, binding.value, session.cookieSeconds)
    if (session.deviceEntry !== undefined) deviceCookies.set(request, reply, session.deviceEntry)
    return {
      token: session.token,
      twoFAMethods: session.methods,
      authenticated: session.authenticated,
      config: await configOf(ctx.db, session),
    }
  })

  route(endpoints.validateToken, async ({ ctx }) => ({
    validated: true as const,
    config: await configOf(ctx.db, ctx.actor),
    authenticated: ctx.actor.authenticated,
    twoFAMethods: await withReadScope(ctx.db, ctx.actor.ownScope, (tx) => findMethods(tx, ctx.actor)),
  }))

  route(endpoints.renewToken, async ({ ctx, request, reply }) => {
    const { token, cookieHash } = await renewSession(ctx, deps.tokens)
    if (cookieHash) keepSessionBinding(request, reply, cookieHash, cookieSecondsFor(ctx.actor))
    return { token }
  })

  route(endpoints.logout, async ({ ctx, request, reply }) => {
    const { sessionId, ownScope } = ctx.actor
    await withScope(ctx.db, ownScope, async (tx) => {
      await endSessions(tx, ctx.actor, ctx.now, sessionId)
      await recordAudit(tx, auditOf(ctx, 'session.ended', 'session', { ...ctx.actor, id: sessionId }))
    })
    clearSessionBinding(request, reply)
  })
}

async function configOf(db: Database, person: { clientId: string; userId: string }) {
  const { look, language, region } = await findSessionConfig(db, person)
  return { look, isPulse: look === 'pulse', isBatbooth: look === 'batbooth', language, region }
}
