import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import { defaultRegion } from '@gatehouse/validation/vocabulary'
import { LRUCache } from 'lru-cache'
import type { Context, StaffActor } from '../../context.ts'
import { withReadScope } from '../../db/tenancy.ts'
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
import { type MethodDirectory, findOpenMethod, type OpenMethod } from '../sign-in-methods/queries.ts'
import type { CheckInLimits } from './check-in-limits.ts'
import type { CheckOutTokens } from './check-out-token.ts'
import type { DraftTokens } from './draft-tokens.ts'
import type { HostRefs, PickedHost } from './choose-host.ts'

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

/** A sign-in by the visitor's page or by staff, who may have picked the host by id. */
export type AnySubmission = Omit<CheckInSubmission, 'host' | 'mobile'> & {
  /** Null where staff sign in a visitor who has none. */
  mobile: string | null
  host?: CheckInSubmission['host'] | PickedHost
}

/** A check-in before its visitor is read. */
interface Request {
  ctx: Context
  deps: CheckInDeps
  /** The staff member who signs the visitor in. */
  staff: StaffActor | undefined
  /** The fields that the request hash covers. */
  submission: Omit<AnySubmission, 'draft' | 'signedInAt' | 'siteName' | 'earlierToken' | 'kioskToken'>
  /** The draft id of the visitor's page. */
  draft: string | undefined
  method: FoundMethod
  idempotency: { key: string; requestHash: Uint8Array } | undefined
  /** The time of a sign-in that a kiosk stored while offline. */
  offlineAt: Date | undefined
  /** The site name that the visitor's page showed. */
  namedSite: string | undefined
  /** The visit of an earlier pass on the same phone. */
  earlierVisit: string | undefined
}

/** A check-in with its visitor. */
export interface Attempt extends Request {
  naming: Naming
  /** Undefined where the mobile is not a valid number there. */
  visitor: Visitor | undefined
  /** Whether the visitor may get the roles and questions of the matching user. */
  mayBeUser: boolean
}

export interface CheckInResponse {
  response: StoredResponse
  /** Whether it counts towards the network's check-in limit. A wrong code has its own budget. */
  counts: boolean
}

/** The settings by which a site reads its visitors' fields. */
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

/** Caches these settings by method. A check-in that finds them changed evicts the entry. */
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
      const open = await withReadScope(db, method.scope, (tx) => findOpenMethod(tx, method))
      const naming = open ? namingOf(open) : ofClosed
      remembered.set(method.methodId, naming)
      return naming
    },
    forget: (methodId) => remembered.delete(methodId),
  }
}

/** Reads the visitor of a request by the cached settings of the method, which may be outdated. */
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
