import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import type { Context, StaffActor } from '../../context.ts'
import type { Serializer, StoredResponse } from '../../lib/serializer.ts'
import {
  type BanKeys,
  nameWithoutMobile,
  type PersonKeys,
  tryReadVisitor,
  type Visitor,
} from '../identity/person-key.ts'
import type { MethodDirectory, RememberedMethod } from '../sign-in-methods/method-directory.ts'
import type { CheckInBatches } from './check-in-batches.ts'
import type { CheckInLimits } from './check-in-limits.ts'
import type { CheckOutTokens } from './check-out-token.ts'
import type { PickedHost } from './choose-host.ts'
import type { DraftTokens } from './draft-tokens.ts'
import type { HostRefs } from './host-refs.ts'

export interface CheckInDeps {
  methods: MethodDirectory
  personKeys: PersonKeys
  banKeys: BanKeys
  checkOutTokens: CheckOutTokens
  drafts: DraftTokens
  hostRefs: HostRefs
  limits: CheckInLimits
  batches: CheckInBatches
  writeResult: Serializer
}

/** A sign-in as the visitor's page sends it, or as staff do, who may have picked the host by an id. */
export type AnySubmission = Omit<CheckInSubmission, 'host' | 'mobile'> & {
  /** Null where staff sign in somebody who has none. */
  mobile: string | null
  host?: CheckInSubmission['host'] | PickedHost
}

type Submission = Omit<AnySubmission, 'draft' | 'signedInAt' | 'siteName' | 'earlierToken'>

export interface Attempt {
  ctx: Context
  deps: CheckInDeps
  /** Who signs the visitor in for them. */
  staff?: StaffActor | undefined
  submission: Submission
  /** The id of the draft of the visitor's page. */
  draft: string | undefined
  method: RememberedMethod
  idempotency: { key: string; requestHash: Uint8Array } | undefined
  /** The time of a sign-in that a kiosk stored without a network. It is no part of the request's hash. */
  offlineAt: Date | undefined
  /** The venue that the visitor's page names. It is no part of the request's hash. */
  namedSite: string | undefined
  /** The visit of an earlier pass on the same phone. It is no part of the request's hash. */
  earlierVisit: string | undefined
}

export interface CheckInResponse {
  response: StoredResponse
  /** Whether it counts as a check-in of the network. A wrong code does not: it has a budget of its own. */
  counts: boolean
}

/** An attempt whose visitor is named by what is remembered of the method, which may have changed. */
export interface NamedAttempt extends Attempt, ReadByMethod {
  /** Undefined where the mobile is no number there. */
  visitor: Visitor | undefined
  /** The visitor gets the roles and questions of the user that they may be. */
  mayBeUser: boolean
}

/** What is remembered of the method, by which the visitor is read. */
type ReadByMethod = Pick<RememberedMethod, 'region' | 'acceptsUnknownMobiles' | 'questionsByUser'>

export async function nameVisitor(attempt: Attempt): Promise<NamedAttempt> {
  const { ctx, deps, method, submission, draft } = attempt
  const { methodId, region, acceptsUnknownMobiles, questionsByUser, scope } = method
  const { clientId } = scope
  const { mobile, ...person } = submission
  const rememberedSite = { clientId, region, acceptsUnknownMobiles }
  const visitor =
    mobile === null
      ? nameWithoutMobile(person)
      : tryReadVisitor(deps.personKeys, rememberedSite, { ...person, mobile })
  const mayBeUser =
    questionsByUser &&
    mobile !== null &&
    visitor !== undefined &&
    (await deps.limits.mayBeUser(ctx, { methodId, draft }, clientId, visitor))
  return { ...attempt, region, acceptsUnknownMobiles, questionsByUser, visitor, mayBeUser }
}
