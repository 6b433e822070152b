import type { Reply } from './submission.ts'
import { ApiError, InvalidAnswerError, NoAnswerError } from '@gatehouse/api-client/api-error'
import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'

/** Too slow, or something between here and the server is away: whether the call took effect is not known. */
const unansweredStatuses = new Set([408, 425, 502, 503, 504])

export function replyOfResult({ invalidCode, secondCodeDraft }: CheckInResult): Reply {
  return invalidCode ? { kind: 'bad-code', secondCodeDraft } : { kind: 'accepted' }
}

/**
 * What a failed call means for its attempt: ask again under the same key, or the server has had its say. Too many calls are waited
 * for in silence, because a crowd is nobody's fault; too many wrong codes are the visitor's to know.
 * @param hasCode whether the attempt carries a temperature code
 */
export function replyOfError(error: unknown, hasCode: boolean): Reply {
  // What somebody in between wrote tells as little of the call as silence does.
  if (error instanceof NoAnswerError || error instanceof InvalidAnswerError)
    return { kind: 'unanswered', retryAfterSeconds: undefined }
  if (!(error instanceof ApiError)) return { kind: 'broken', error: { code: 'internal', fields: {} } }
  const { status, code, fieldCodes: fields, retryAfterSeconds } = error
  if (status === 429 && hasCode) return { kind: 'limited', error: { code, fields }, retryAfterSeconds }
  if (status === 429 || unansweredStatuses.has(status)) return { kind: 'unanswered', retryAfterSeconds }
  return { kind: status >= 500 ? 'broken' : 'refused', error: { code, fields } }
}
