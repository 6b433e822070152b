import type { FastifyRequest } from 'fastify'
import type { Staff } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { hasSessionBinding } from './session-binding.ts'
import type { SessionTokens } from './session-tokens.ts'
import { findLiveSession } from './sessions.ts'

/** A JWT of ours is some 700 bytes; what is much longer is not looked at. */
const LONGEST_TOKEN = 8192

/**
 * Who asks: the bearer token names a session, the session's row is alive, and where a browser signed in, the request
 * brings its cookie half. Anything else is nobody.
 */
export async function authenticate(
  request: FastifyRequest,
  {
    db,
    tokens,
    now,
    countsAsActivity,
  }: { db: Database; tokens: SessionTokens; now: Date; countsAsActivity: boolean },
): Promise<Staff | undefined> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined || token.length > LONGEST_TOKEN) return undefined
  const named = await tokens.verify(token, now)
  if (!named) return undefined
  const session = await findLiveSession(db, named, now, countsAsActivity)
  if (!session) return undefined
  if (session.cookieHash && !hasSessionBinding(request, session.cookieHash)) return undefined
  return session.actor
}
