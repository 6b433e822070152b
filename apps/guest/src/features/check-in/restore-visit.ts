import { createDraft, draftFromBody, type Draft } from './form/draft.ts'
import { passOf } from './outcome.ts'
import { findLatestCheckIn, type StoredCheckIn, type StoredCheckIns } from './stored-check-ins.ts'
import type { Attempt } from './submission/attempt.ts'
import { notSubmitted, type Submission } from './submission/submission.ts'

/** The state of a visit: the draft, its submission, and the sign-in if there is one. */
export interface Visit {
  draft: Draft
  submission: Submission
  checkIn: StoredCheckIn | undefined
  /** The pass that Start Again has put aside. It can be shown again. */
  asideCheckIn: StoredCheckIn | undefined
}

interface StoredVisit {
  methodKey: string
  checkIns: StoredCheckIns
  /** From this window's storage, if the opened page is the check-out confirmation. */
  checkOut: StoredCheckIn | undefined
  attempt: Attempt | undefined
  /** From this window's storage. */
  draft: Draft | undefined
}

/**
 * Restores a visit from the browser's storage. An unanswered attempt comes first, because it may
 * have signed the visitor in. Then comes the stored sign-in, unless Start Again was pressed after
 * it.
 */
export function restoreVisit({ methodKey, checkIns, checkOut, attempt, draft }: StoredVisit): Visit {
  if (attempt) {
    return {
      // A sent attempt is shown as it was sent.
      draft: (attempt.isSent ? undefined : draft) ?? draftFromBody(attempt.body),
      submission: {
        status: 'waiting',
        badCodes: 0,
        attempt,
        sendsWithoutResponse: 0,
        retryAfterSeconds: undefined,
        stranger: undefined,
      },
      checkIn: undefined,
      asideCheckIn: undefined,
    }
  }
  const stored = checkIns[methodKey]
  const checkIn = checkOut ?? (draft?.isStartedAgain ? undefined : stored)
  return {
    draft: draft ?? createDraft(checkIn ? undefined : findLatestCheckIn(checkIns)),
    submission: notSubmitted,
    checkIn,
    asideCheckIn: checkIn ? undefined : passOf(stored),
  }
}
