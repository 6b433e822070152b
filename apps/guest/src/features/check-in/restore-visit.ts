import { draftFor, draftOfBody, type Draft } from './draft.ts'
import { latestCheckIn, type StoredCheckIn, type StoredCheckIns } from './stored-check-ins.ts'
import type { Attempt } from './submission/attempt.ts'
import { notSubmitted, type Submission } from './submission/submission.ts'

/** Where a visitor stands: what was typed, how sending it goes, and the sign-in once there is one. */
export interface Visit {
  draft: Draft
  submission: Submission
  checkIn: StoredCheckIn | undefined
}

interface Memories {
  methodKey: string
  checkIns: StoredCheckIns
  /** Of this window, where the page that is opened is its confirmation. */
  checkOut: StoredCheckIn | undefined
  attempt: Attempt | undefined
  /** Of this window. */
  draft: Draft | undefined
}

/**
 * Takes up a visit from what the browser remembers. An attempt without an answer comes before all else, because the
 * visitor may be signed in by it; then the stored sign-in, unless Start Again was pressed since.
 */
export function restoreVisit({ methodKey, checkIns, checkOut, attempt, draft }: Memories): Visit {
  if (attempt) {
    return {
      draft: draft ?? draftOfBody(attempt.body),
      submission: { status: 'waiting', badCodes: 0, attempt, unanswered: 0, retryAfterSeconds: undefined },
      checkIn: undefined,
    }
  }
  const checkIn = checkOut ?? (draft?.isStartedAgain ? undefined : checkIns[methodKey])
  return {
    draft: draft ?? draftFor(checkIn ? undefined : latestCheckIn(checkIns)),
    submission: notSubmitted,
    checkIn,
  }
}
