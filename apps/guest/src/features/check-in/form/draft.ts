import { isRecord, parseStored, type SafeStorage } from '../../../lib/storage.ts'
import type { Answers } from './answers.ts'
import { normaliseDetails, type Details } from './details.ts'
import type { CheckInSubmission, NamedHost } from '@gatehouse/validation/endpoints/check-in'

/** What the visitor has typed and chosen so far. */
export interface Draft {
  details: Details
  /** Continue was pressed with complete details, which have not been changed since. */
  areDetailsConfirmed: boolean
  /** The details come from an earlier sign-in on this phone. */
  areDetailsRemembered: boolean
  /** A mobile that the visitor has confirmed although the numbering plan does not know it. */
  confirmedMobile: string
  roleId: string | null
  answers: Answers
  /** The person the visitor comes to see. */
  host?: NamedHost | undefined
  code: string
  /** When an answer refused the visitor, by the phone's clock (ISO 8601); empty if none did. */
  refusedAt: string
  /** Start Again was pressed. The stored sign-in is kept, but not shown to this visitor. */
  isStartedAgain: boolean
}

export const emptyDraft: Draft = {
  details: { firstName: '', lastName: '', mobile: '', dependents: 0 },
  areDetailsConfirmed: false,
  areDetailsRemembered: false,
  confirmedMobile: '',
  roleId: null,
  answers: {},
  code: '',
  refusedAt: '',
  isStartedAgain: false,
}

/** A new draft, with the details of the phone's last sign-in if there is one. */
export function createDraft(remembered: Omit<Details, 'dependents'> | undefined): Draft {
  if (!remembered) return emptyDraft
  const { firstName, lastName, mobile } = remembered
  return {
    ...emptyDraft,
    details: { ...emptyDraft.details, firstName, lastName, mobile },
    areDetailsRemembered: true,
  }
}

/** The draft of a submission, for a window that has stored only the submission. */
export function draftFromBody(body: CheckInSubmission): Draft {
  const { firstName, lastName, mobile, dependents } = body
  return {
    ...emptyDraft,
    details: { firstName, lastName, mobile, dependents },
    areDetailsConfirmed: true,
    confirmedMobile: body.mobileConfirmed ? mobile : '',
    roleId: body.role ?? null,
    answers: Object.fromEntries(Object.entries(body.questions).map(([id, { answer }]) => [id, answer])),
    host: body.host ?? undefined,
    code: body.verificationCode ?? '',
  }
}

/**
 * Merges what was typed before hydration. Remembered details are dropped: another person may be
 * typing, and the details of two people must not be mixed.
 */
export function mergeTypedDetails(draft: Draft, typed: Details): Draft {
  const { firstName, lastName, mobile, dependents } = typed
  const previous = draft.areDetailsRemembered ? emptyDraft.details : draft.details
  const details = {
    firstName: firstName || previous.firstName,
    lastName: lastName || previous.lastName,
    mobile: mobile || previous.mobile,
    dependents: dependents || previous.dependents,
  }
  const isTyped = firstName !== '' || lastName !== '' || mobile !== '' || dependents !== 0
  if (!isTyped || isEqual(details, draft.details)) return draft
  return { ...draft, details, areDetailsConfirmed: false, areDetailsRemembered: false }
}

/** Whether the visitor has typed something other than what was sent. */
export function isTypedAnew(typed: Details, sent: Details): boolean {
  const text = JSON.stringify(normaliseDetails(typed))
  return ![emptyDraft.details, sent].some((other) => JSON.stringify(normaliseDetails(other)) === text)
}

/** The flag sent with a mobile that the visitor has confirmed. */
export function confirmationOf({ details, confirmedMobile }: Draft): { mobileConfirmed?: true } {
  return confirmedMobile !== '' && confirmedMobile === details.mobile ? { mobileConfirmed: true } : {}
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

/** Parses a stored draft. Invalid parts are left empty. */
export function parseDraft(text: string | undefined): Draft | undefined {
  const value = parseStored(text)
  if (!isRecord(value)) return undefined
  const details = isRecord(value['details']) ? value['details'] : {}
  const { dependents } = details
  return {
    details: {
      firstName: textOrEmpty(details['firstName']),
      lastName: textOrEmpty(details['lastName']),
      mobile: textOrEmpty(details['mobile']),
      dependents: typeof dependents === 'number' ? dependents : emptyDraft.details.dependents,
    },
    areDetailsConfirmed: value['areDetailsConfirmed'] === true,
    areDetailsRemembered: value['areDetailsRemembered'] === true,
    confirmedMobile: textOrEmpty(value['confirmedMobile']),
    roleId: textOrEmpty(value['roleId']) || null,
    answers: isRecord(value['answers']) ? answersOf(value['answers']) : {},
    host: hostOf(value['host']),
    code: textOrEmpty(value['code']),
    refusedAt: textOrEmpty(value['refusedAt']),
    isStartedAgain: value['isStartedAgain'] === true,
  }
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function hostOf(value: unknown): NamedHost | undefined {
  if (!isRecord(value)) return undefined
  const { ref } = value
  return { name: textOrEmpty(value['name']), ...(typeof ref === 'string' && { ref }) }
}

function answersOf(record: Record<string, unknown>): Answers {
  const answers: Answers = {}
  for (const [id, answer] of Object.entries(record)) {
    if (typeof answer === 'string') answers[id] = answer
    else if (Array.isArray(answer)) answers[id] = answer.filter((option) => typeof option === 'string')
  }
  return answers
}
