import {
  loginEndpoint,
  logoutEndpoint,
  validateTokenEndpoint,
} from '@gatehouse/validation/endpoints/sessions'
import type { Database } from '../../db/client.ts'
import type { Router } from '../../plugins/route.ts'
import { clearBrowserHalf, isBrowser, newBrowserHalf, setBrowserHalf } from './browser-half.ts'
import { programOf } from './program.ts'
import { type LoginParts, logIn } from './login.ts'
import { findSessionConfig, revokeSession } from './sessions.ts'

export function registerAuth({ route }: Router, parts: LoginParts): void {
  route(loginEndpoint, async ({ body, ctx, request, reply }) => {
    const half = isBrowser(request) ? newBrowserHalf() : undefined
    const device = { label: programOf(request.headers['user-agent']), cookieHash: half?.hash ?? null }
    const session = await logIn(ctx, parts, body, device)
    if (half) setBrowserHalf(request, reply, half.value)
    return {
      token: session.token,
      twoFAMethods: [],
      authenticated: session.authenticated,
      config: await configOf(ctx.db, session),
    }
  })

  route(validateTokenEndpoint, async ({ ctx }) => ({
    validated: true as const,
    config: await configOf(ctx.db, ctx.actor),
    authenticated: ctx.actor.authenticated,
    twoFAMethods: [],
  }))

  route(logoutEndpoint, async ({ ctx, request, reply }) => {
    await revokeSession(ctx.db, ctx.actor, ctx.now)
    clearBrowserHalf(request, reply)
  })
}

async function configOf(db: Database, person: { clientId: string; userId: string }) {
  const { look, language, region } = await findSessionConfig(db, person)
  return { look, isPulse: look === 'pulse', isBatbooth: look === 'batbooth', language, region }
}
