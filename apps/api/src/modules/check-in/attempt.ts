import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import { defaultRegion } from '@gatehouse/validation/vocabulary'
import { LRUCache } from 'lru-cache'
import type { Context, StaffActor } from '../../context.ts'
import { withScope } from '../../db/tenancy.ts'
import type { FoundMethod } from '../../db/tenant-lookups.ts'
import type { Batches } from '../../lib/batches.ts'
import type { Serializer, StoredResponse } from '../../lib/serializer.ts'
import {
  type BanKeys,
  nameWithoutMobile,
  type PersonKeys,
  tryReadVisitor,
  type Visitor,
} from '../identity/person-key.ts'
import type { MethodDirectory } from '../sign-in-methods/method-directory.ts'
import { findOpenMethod, type OpenMethod } from '../sign-in-methods/queries.ts'
import type { CheckInLimits } from './check-in-limits.ts'
import type { CheckOutTokens } from './check-out-token.ts'
import type { HostRefs, PickedHost } from './choose-host.ts'
import type { DraftTokens } from './draft-tokens.ts'

export interface CheckInDeps {
  methods: MethodDirectory
  namings: Namings
  personKeys: PersonKeys
  banKeys: BanKeys
  checkOutTokens: CheckOutTokens
  deviceTokens: { hashOf(token: string): Uint8Array }
  drafts: DraftTokens
  hostRefs: HostRefs
  limits: CheckInLimits
  batches: Batches<Attempt, CheckInResponse>
  writeResult: Serializer
}

/** A sign-in as the visitor's page sends it, or as staff do, who may have picked the host by an id. */
export type AnySubmission = Omit<CheckInSubmission, 'host' | 'mobile'> & {
  /** Null where staff sign in somebody who has none. */
  mobile: string | null
  host?: CheckInSubmission['host'] | PickedHost
}

/** A check-in as it is asked for. */
interface Request {
  ctx: Context
  deps: CheckInDeps
  /** Who signs the visitor in for them. */
  staff: StaffActor | undefined
  /** What the hash of the request covers. */
  submission: Omit<AnySubmission, 'draft' | 'signedInAt' | 'siteName' | 'earlierToken' | 'kioskToken'>
  /** The id of the draft of the visitor's page. */
  draft: string | undefined
  method: FoundMethod
  idempotency: { key: string; requestHash: Uint8Array } | undefined
  /** The time of a sign-in that a kiosk stored without a network. */
  offlineAt: Date | undefined
  /** The venue that the visitor's page names. */
  namedSite: string | undefined
  /** The visit of an earlier pass on the same phone. */
  earlierVisit: string | undefined
}

/** A check-in whose visitor is read. */
export interface Attempt extends Request {
  naming: Naming
  /** Undefined where the mobile is no number there. */
  visitor: Visitor | undefined
  /** The visitor gets the roles and questions of the user that they may be. */
  mayBeUser: boolean
}

export interface CheckInResponse {
  response: StoredResponse
  /** Whether it counts as a check-in of the network. A wrong code does not: it has a budget of its own. */
  counts: boolean
}

/** By what a site reads its visitors. */
export interface Naming {
  region: string
  acceptsUnknownMobiles: boolean
  questionsByUser: boolean
}

export const namingOf = ({ site, acceptsUnknownMobiles }: OpenMethod): Naming => ({
  region: site.region,
  acceptsUnknownMobiles,
  questionsByUser: site.questionsByUser,
})

const REMEMBERED = 10_000

/** Remembers by what methods read their visitors. Whoever finds it changed forgets it. */
export interface Namings {
  find(ctx: Context, method: FoundMethod): Promise<Naming>
  forget(methodId: string): void
}

export function createNamings(): Namings {
  const remembered = new LRUCache<string, Naming>({ max: REMEMBERED })
  const ofClosed = { region: defaultRegion, acceptsUnknownMobiles: false, questionsByUser: false }
  return {
    async find({ db }, method) {
      const known = remembered.get(method.methodId)
      if (known) return known
      const open = await withScope(db, method.scope, (tx) => findOpenMethod(tx, method), { readOnly: true })
      const naming = open ? namingOf(open) : ofClosed
      remembered.set(method.methodId, naming)
      return naming
    },
    forget: (methodId) => remembered.delete(methodId),
  }
}

/** Reads the visitor of a request by what is remembered of the method. It may have changed. */
export async function readAttempt(request: Request): Promise<Attempt> {
  const { ctx, deps, method, submission, draft } = request
  const { clientId } = method.scope
  const naming = await deps.namings.find(ctx, method)
  const { mobile, ...person } = submission
  const visitor =
    mobile === null
      ? nameWithoutMobile(person)
      : tryReadVisitor(deps.personKeys, { clientId, ...naming }, { ...person, mobile })
  const mayBeUser =
    naming.questionsByUser &&
    mobile !== null &&
    visitor !== undefined &&
    (await deps.limits.mayBeUser(ctx, { methodId: method.methodId, draft }, clientId, visitor))
  return { ...request, naming, visitor, mayBeUser }
}
