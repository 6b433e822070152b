import { isRecord, parseStored, type SafeStorage } from '../../lib/safe-storage.ts'
import type { Answers } from './answers.ts'
import type { Details } from './details.ts'
import type { StoredCheckIn } from './stored-check-ins.ts'
import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'

/** What a visitor has typed and chosen so far, as it was typed. */
export interface Draft {
  details: Details
  /** The details were complete when Continue was pressed, and are unchanged since. */
  areDetailsConfirmed: boolean
  /** The details are those of an earlier sign-in on this phone. */
  areDetailsRemembered: boolean
  roleId: string | null
  answers: Answers
  code: string
  /** Start Again was pressed: the stored sign-in is kept, and is not what this visitor wants to see. */
  isStartedAgain: boolean
}

export const emptyDraft: Draft = {
  details: { firstName: '', lastName: '', mobile: '', dependents: 0 },
  areDetailsConfirmed: false,
  areDetailsRemembered: false,
  roleId: null,
  answers: {},
  code: '',
  isStartedAgain: false,
}

/** A new draft, with the details of the phone's last sign-in where there is one. */
export function draftFor(remembered: StoredCheckIn | undefined): Draft {
  if (!remembered) return emptyDraft
  const { firstName, lastName, mobile } = remembered
  return {
    ...emptyDraft,
    details: { ...emptyDraft.details, firstName, lastName, mobile },
    areDetailsRemembered: true,
  }
}

/** The draft that a submission was made of, for a window that has only the submission. */
export function draftOfBody(body: CheckInSubmission): Draft {
  const { firstName, lastName, mobile, dependents, questions, role, verificationCode } = body
  return {
    ...emptyDraft,
    details: { firstName, lastName, mobile, dependents },
    areDetailsConfirmed: true,
    roleId: role ?? null,
    answers: Object.fromEntries(Object.entries(questions).map(([id, { answer }]) => [id, answer])),
    code: verificationCode ?? '',
  }
}

/**
 * A draft with what was typed into the page before the script was there. Somebody who types their own name is not who signed in on
 * this phone before, so that nothing of the earlier one is mixed in.
 */
export function withTyped(draft: Draft, typed: Details): Draft {
  const { firstName, lastName, mobile, dependents } = typed
  const own = draft.areDetailsRemembered ? emptyDraft.details : draft.details
  const details = {
    firstName: firstName || own.firstName,
    lastName: lastName || own.lastName,
    mobile: mobile || own.mobile,
    dependents: dependents || own.dependents,
  }
  const isTyped = firstName !== '' || lastName !== '' || mobile !== '' || dependents !== 0
  if (!isTyped || isEqual(details, draft.details)) return draft
  return { ...draft, details, areDetailsConfirmed: false, areDetailsRemembered: false }
}

function isEqual(one: Details, other: Details): boolean {
  return (Object.keys(one) as (keyof Details)[]).every((name) => one[name] === other[name])
}

const NAME = 'gatehouse.draft.'

export function loadDraft(session: SafeStorage, methodKey: string): Draft | undefined {
  return parseDraft(session.read(NAME + methodKey))
}

export function saveDraft(session: SafeStorage, methodKey: string, draft: Draft | undefined): void {
  session.write(NAME + methodKey, draft && draft !== emptyDraft ? JSON.stringify(draft) : undefined)
}

/** The draft of a stored text; a broken part of it is as if it had not been typed. */
export function parseDraft(text: string | undefined): Draft | undefined {
  const value = parseStored(text)
  if (!isRecord(value)) return undefined
  const details = isRecord(value['details']) ? value['details'] : {}
  const { dependents } = details
  return {
    details: {
      firstName: textOf(details['firstName']),
      lastName: textOf(details['lastName']),
      mobile: textOf(details['mobile']),
      dependents: typeof dependents === 'number' ? dependents : emptyDraft.details.dependents,
    },
    areDetailsConfirmed: value['areDetailsConfirmed'] === true,
    areDetailsRemembered: value['areDetailsRemembered'] === true,
    roleId: textOf(value['roleId']) || null,
    answers: isRecord(value['answers']) ? answersOf(value['answers']) : {},
    code: textOf(value['code']),
    isStartedAgain: value['isStartedAgain'] === true,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function answersOf(record: Record<string, unknown>): Answers {
  const answers: Answers = {}
  for (const [id, answer] of Object.entries(record)) {
    if (typeof answer === 'string') answers[id] = answer
    else if (Array.isArray(answer)) answers[id] = answer.filter((option) => typeof option === 'string')
  }
  return answers
}
