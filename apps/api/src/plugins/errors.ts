import { errorSentences } from '@gatehouse/validation/error-sentences'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../db/query-errors.ts'
import { conflictOf } from '../db/constraint-errors.ts'
import { AppError, errorBody, RETRY_SECONDS } from '../lib/app-error.ts'
import { DecryptionError } from '../lib/encryption.ts'
import { isPageWanted } from '../lib/page-wanted.ts'
import { errorHeaders } from './security-headers.ts'

/** Retry-After where an operator must fix a setting. */
const OPERATOR_RETRY_SECONDS = 60

/** Sends errors of the router: an undecodable path, or a parameter that is too long. */
export function sendRouterError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isTooLong = error.statusCode === 414
  void reply.headers(errorHeaders)
  void sendError(new AppError(isTooLong ? 'not_found' : 'bad_request', { cause: error }), request, reply)
}

/** The only place that writes an error body. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => sendError(new AppError('not_found'), request, reply))
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = appErrorOf(error)
  if (appError.status >= 500) {
    const mendsItself = appError.code === 'unavailable' && !(error instanceof DecryptionError)
    const level = mendsItself ? 'warn' : 'error'
    const { stack, ...expected } = withoutData(error)
    const failure = mendsItself ? expected : { ...expected, stack }
    request.log[level]({ failure, route: request.routeOptions.url }, 'request failed')
  }
  if (appError.retryAfterSeconds !== undefined) reply.header('retry-after', appError.retryAfterSeconds)
  reply.code(appError.status)
  if (isPageWanted(request.raw))
    return reply.type('text/html; charset=utf-8').send(errorPage(errorSentences[appError.code]))
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(errorBody(appError)))
}

/** The page for a browser that requested a URL without one. The sentence is one of ours. */
function errorPage(sentence: string): string {
  return `<!doctype html><html lang="en-AU"><meta name="viewport" content="width=device-width"><title>Gatehouse</title><p>${sentence}</p></html>`
}

/** Maps any error to a documented one. */
function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', { retryAfterSeconds: RETRY_SECONDS })
  // An operator must fix this node. A retry does not help.
  if (error instanceof DecryptionError)
    return new AppError('unavailable', { retryAfterSeconds: OPERATOR_RETRY_SECONDS, cause: error })
  const conflict = conflictOf(error)
  if (conflict) return new AppError(conflict.code, conflict)
  return frameworkErrorOf(error) ?? new AppError('internal', { cause: error })
}

function frameworkErrorOf(error: unknown): AppError | undefined {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new AppError('payload_too_large')
  if (status === 415) return new AppError('unsupported_media_type')
  // A file that must not be read gets the same response as a missing one.
  if (status === 404 || status === 403) return new AppError('not_found')
  if (status === 503) return new AppError('unavailable', { retryAfterSeconds: RETRY_SECONDS })
  if (typeof status === 'number' && status >= 400 && status < 500) return new AppError('bad_request')
  return undefined
}

/** The loggable form of an error. A database message can contain a name, so it is left out. */
export function withoutData(
  error: unknown,
): Record<'type' | 'message' | 'stack', string> & Record<string, unknown> {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return { type: typeof cause, message: '', stack: '' }
  const isFromDatabase =
    'severity' in cause || 'query' in cause || (error instanceof Error && 'query' in error)
  return {
    type: cause.name,
    code: 'code' in cause ? cause.code : undefined,
    constraint: 'constraint_name' in cause ? cause.constraint_name : undefined,
    message: isFromDatabase ? 'database error' : cause.message,
    stack: isFromDatabase ? '' : (cause.stack ?? ''),
  }
}
