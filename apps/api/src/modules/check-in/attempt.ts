import type { CheckInSubmission } from '@gatehouse/validation/endpoints/check-in'
import type { Context } from '../../context.ts'
import type { Serializer, StoredResponse } from '../../lib/serializer.ts'
import type { BanKeys, PersonKeys } from '../identity/person-key.ts'
import type { MethodDirectory, RememberedMethod } from '../sign-in-methods/method-directory.ts'
import type { CheckInLimits } from './check-in-limits.ts'
import type { CheckOutTokens } from './check-out-token.ts'
import type { Draft, DraftTokens } from './draft-tokens.ts'

export interface CheckInDeps {
  methods: MethodDirectory
  personKeys: PersonKeys
  banKeys: BanKeys
  checkOutTokens: CheckOutTokens
  drafts: DraftTokens
  limits: CheckInLimits
  writeResult: Serializer
}

type Submission = Omit<CheckInSubmission, 'draft' | 'signedInAt'>

export interface Attempt {
  ctx: Context
  deps: CheckInDeps
  submission: Submission
  draft: Draft | undefined
  method: RememberedMethod
  idempotency: { key: string; requestHash: Uint8Array } | undefined
  /** The time of a sign-in that a kiosk stored without a network. It is no part of the request's hash. */
  offlineAt: Date | undefined
}

export interface CheckInResponse {
  response: StoredResponse
  /** Whether it counts as a check-in of the network. A wrong code does not: it has limits of its own. */
  counts: boolean
}
