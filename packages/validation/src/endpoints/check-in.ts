import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import {
  Dependents,
  FirstName,
  FreeText,
  IdempotencyHeaders,
  IdText,
  LastName,
  lineOf,
  MethodKeyText,
  PhoneText,
  ShortText,
  Uuid,
  VerificationCode,
} from '../fields.ts'
import { ClockOffset, Instant, TimeZoneName, ZoneOffset } from '../time-fields.ts'
import { limits, visitLimits } from '../limits.ts'
import { Question, VisitorRole } from '../questions.ts'
import { hostAnswers, languages, looks } from '../vocabulary.ts'

export const MachineData = v.object({
  id: v.string(),
  siteName: v.string(),
  useTemperature: v.boolean(),
  /** The method asks who the visitor is visiting. */
  asksHost: v.optional(v.boolean()),
  usersHaveRoles: v.boolean(),
  questionsByUser: v.boolean(),
  roles: v.array(VisitorRole),
  questions: v.array(Question),
  successMessage: v.string(),
  kiosk: v.boolean(),
  /** A running muster at the site. In an evacuation no one can sign in; in a drill people can. */
  muster: v.optional(
    v.object({
      drill: v.boolean(),
      points: v.array(v.object({ name: v.string(), place: v.string() })),
    }),
  ),
  /** Sent with the sign-in, which is counted by it. Each opened page has its own. */
  draft: v.string(),
  config: v.object({
    region: v.string(),
    look: v.picklist(looks),
    languages: v.array(v.picklist(languages)),
    /** A visitor may confirm a mobile that the numbering plan does not know. */
    acceptsUnknownMobiles: v.optional(v.boolean()),
  }),
})
export type MachineData = v.InferOutput<typeof MachineData>

/** The language of the questions; the client's own by default. */
const language = v.optional(v.picklist(languages))

/** The visitor confirmed a mobile outside the numbering plan, where the client accepts those. */
const mobileConfirmed = v.optional(v.boolean())

export const getMachineDataEndpoint = endpoint({
  method: 'GET',
  path: '/checkin/machine-data',
  summary: 'Returns the data that a guest’s phone needs about a sign-in method, by its public key.',
  access: 'public',
  byGuests: true,
  query: v.strictObject({
    method: MethodKeyText,
    language,
  }),
  response: MachineData,
  errors: ['not_found'],
})

/** The roles and questions for a person: a known user's own where the site asks by user. */
export const UserData = v.object({ roles: v.array(VisitorRole), questions: v.array(Question) })
export type UserData = v.InferOutput<typeof UserData>

export const DraftToken = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200))))

export const UserDataRequest = v.strictObject({
  id: Uuid,
  firstName: FirstName,
  lastName: LastName,
  /** Null where staff sign in a person without a mobile. */
  mobile: v.nullable(PhoneText),
  mobileConfirmed,
  language,
  /** From the machine data. It gives the page its own limit, whatever others at its address do. */
  draft: DraftToken,
})
export type UserDataRequest = v.InferOutput<typeof UserDataRequest>

export const findUserDataEndpoint = endpoint({
  method: 'POST',
  path: '/checkin/user-data',
  summary:
    'Returns the roles and questions for a person at a sign-in method. The response does not reveal ' +
    'whether the person is known.',
  access: 'public',
  byGuests: true,
  body: UserDataRequest,
  response: UserData,
  errors: ['not_found', 'invalid_phone'],
})

export const getUserDataEndpoint = endpoint({
  method: 'GET',
  path: '/checkin/user-data',
  summary:
    'Works like `POST /checkin/user-data`, with the person in the query. It is for callers that cannot ' +
    'send POST requests.',
  access: 'public',
  byGuests: true,
  limit: { rule: 'userData', per: 'id' },
  query: v.strictObject({
    id: Uuid,
    'first-name': FirstName,
    'last-name': LastName,
    mobile: PhoneText,
    language,
  }),
  response: UserData,
  errors: ['not_found', 'invalid_phone'],
})

/** The answer to one question: `yes` or `no`, text, an option's id, or several. */
export const GivenAnswer = v.strictObject({
  question_text: v.optional(FreeText),
  /** The version of the question that was shown; defaults to the current one. */
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))),
  answer: v.union([FreeText, v.pipe(v.array(ShortText), v.maxLength(100))]),
})
export type GivenAnswer = v.InferOutput<typeof GivenAnswer>

/** By the id of the question. */
export const GivenAnswers = v.optional(
  v.pipe(v.record(IdText, GivenAnswer), v.maxEntries(limits.site.questions)),
  {},
)

/** The person visited: a typed name, with the `ref` of a person picked from the list. */
const NamedHost = v.strictObject({
  name: lineOf(visitLimits.hosts.characters),
  ref: v.optional(v.pipe(v.string(), v.maxLength(100))),
})
export type NamedHost = v.InferOutput<typeof NamedHost>

export const KioskToken = v.pipe(v.string(), v.maxLength(200))

const CheckOutToken = v.pipe(v.string(), v.maxLength(300))

export const CheckInSubmission = v.strictObject({
  firstName: FirstName,
  lastName: LastName,
  mobile: PhoneText,
  mobileConfirmed,
  machineId: Uuid,
  dependents: v.optional(Dependents, 0),
  questions: GivenAnswers,
  role: v.optional(v.nullable(IdText)),
  host: v.optional(v.nullable(NamedHost)),
  verificationCode: v.optional(v.nullable(VerificationCode)),
  /** From the machine data. */
  draft: DraftToken,
  /**
   * From a kiosk that stored the sign-in without a network: when the person signed in. It needs an
   * idempotency key. A phone sends any past time to ask whether the key's sign-in is known: it gets
   * the first response, or a refusal.
   */
  signedInAt: v.optional(v.nullable(Instant)),
  /** The venue named on the visitor's page. The method may have been moved since. */
  siteName: v.optional(v.nullable(ShortText)),
  /** The token of an earlier pass on the same phone, which then takes over nobody's stay. */
  earlierToken: v.optional(v.nullable(CheckOutToken)),
  /** A paired tablet's, which has its own limit. Any other text is ignored. */
  kioskToken: v.optional(v.nullable(KioskToken)),
})
export type CheckInSubmission = v.InferOutput<typeof CheckInSubmission>

export const CheckInResult = v.object({
  invalidCode: v.boolean(),
  submissionTime: v.string(),
  banned: v.boolean(),
  highTemperature: v.boolean(),
  lowTemperature: v.boolean(),
  temperature: v.nullable(v.number()),
  checkOutToken: v.nullable(v.string()),
  /** The venue of the visit, where it differs from the submission's. */
  siteName: v.optional(v.string()),
})
export type CheckInResult = v.InferOutput<typeof CheckInResult>

export const submitCheckInEndpoint = endpoint({
  method: 'POST',
  path: '/checkin',
  summary: 'Signs in a visitor. With an idempotency key, repeated calls sign in once.',
  access: 'public',
  byGuests: true,
  headers: IdempotencyHeaders,
  body: CheckInSubmission,
  response: CheckInResult,
  errors: [
    'not_found',
    'conflict',
    'invalid_phone',
    'answers_incomplete',
    'questions_changed',
    'answers_failed',
    'unknown_role',
    'unknown_host',
    'time_out_of_range',
  ],
})

export const getServerTimeEndpoint = endpoint({
  method: 'GET',
  path: '/checkin/time',
  summary: 'Returns the server’s time, and the `t` and `i` of the request unchanged.',
  access: 'public',
  byGuests: true,
  query: v.strictObject({ t: v.optional(ShortText), i: v.optional(ShortText) }),
  response: v.object({ time: v.string(), t: v.nullable(v.string()), i: v.nullable(v.string()) }),
})

export const getHostAnswerEndpoint = endpoint({
  method: 'POST',
  path: '/checkin/host-answer',
  summary: 'Returns the host of the token’s visit, whether the host was notified, and the host’s answer.',
  access: 'public',
  byGuests: true,
  body: v.strictObject({ checkOutToken: CheckOutToken }),
  response: v.object({
    /** Null where no person was named, or the name was deleted. */
    host: v.nullable(v.string()),
    isTold: v.boolean(),
    answer: v.nullable(v.picklist(hostAnswers)),
  }),
  errors: ['not_found'],
})

export const CheckOutRequest = v.strictObject({
  checkOutToken: CheckOutToken,
  time: Instant,
  timeOffset: v.optional(v.nullable(ClockOffset)),
  timeZoneOffset: v.optional(v.nullable(ZoneOffset)),
  timeZone: v.optional(v.nullable(TimeZoneName)),
})
export type CheckOutRequest = v.InferOutput<typeof CheckOutRequest>

export const checkOutEndpoint = endpoint({
  method: 'POST',
  path: '/checkin/checkout',
  summary: 'Ends the visit that the token identifies.',
  access: 'public',
  byGuests: true,
  body: CheckOutRequest,
  response: v.object({ time: v.string() }),
  errors: ['not_found', 'time_out_of_range'],
})

const StayEnd = v.object({
  leftAt: v.nullable(v.string()),
  /** The stay has sign-ins of several phones. Each of them can undo the departure. */
  byOtherPhone: v.boolean(),
})

export const findStayEndEndpoint = endpoint({
  method: 'POST',
  path: '/checkin/stay',
  summary:
    'Returns when the visit of the token ended with a departure, such as a check-out by staff. The time is ' +
    'null while there is none.',
  access: 'public',
  byGuests: true,
  body: v.strictObject({ checkOutToken: CheckOutToken }),
  response: StayEnd,
  errors: ['not_found'],
})

export const undoDepartureEndpoint = endpoint({
  method: 'POST',
  path: '/checkin/stay/undo',
  summary: 'Undoes a departure of the last day, if several phones signed in to the visit.',
  access: 'public',
  byGuests: true,
  body: v.strictObject({ checkOutToken: CheckOutToken }),
  response: StayEnd,
  errors: ['not_found', 'wrong_status'],
})
