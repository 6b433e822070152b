import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { IdText, Uuid, VerificationCode } from '../fields.ts'
import { limits } from '../limits.ts'
import type { FieldCode } from '../field-codes.ts'
import { TwoStepMethod } from './sessions.ts'

/** A typed code: six digits or a recovery code. The server checks it by the method's type. */
const TypedCode = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'code_required' satisfies FieldCode),
  v.maxLength(limits.recoveryCodeCharacters, 'too_long' satisfies FieldCode),
)

export const VerifyTwoStepInput = v.strictObject({
  type: v.picklist(['totp', 'recovery-codes']),
  code: TypedCode,
  /** Remembers the device for 30 days. Ignored with a recovery code. */
  remember: v.optional(v.nullable(v.boolean())),
})
export type VerifyTwoStepInput = v.InferOutput<typeof VerifyTwoStepInput>

export const EnableTwoStepInput = v.strictObject({
  methods: v.pipe(
    v.array(
      v.strictObject({
        id: IdText,
        type: v.picklist(['totp', 'recovery-codes']),
        /** Confirms a new authenticator, or shows that the recovery codes were saved. */
        code: v.optional(v.nullable(TypedCode)),
      }),
    ),
    v.minLength(1),
    v.maxLength(2),
  ),
})
export type EnableTwoStepInput = v.InferOutput<typeof EnableTwoStepInput>

/**
 * All endpoints are open to a pre-2FA session. The functions behind them refuse it where the
 * account has a second factor.
 */
const shared = { access: 'pre_2fa', whilePasswordDue: true } as const
const Valid = v.object({ valid: v.boolean() })

export const verifyTwoStepEndpoint = endpoint({
  method: 'POST',
  path: '/2fa/verify',
  summary:
    'Checks a code and authenticates the session of the same token. If the session is already ' +
    'authenticated, it renews the proof of the second factor.',
  ...shared,
  body: VerifyTwoStepInput,
  response: v.object({
    valid: v.boolean(),
    newMethods: v.optional(v.array(TwoStepMethod)),
    rememberToken: v.optional(v.string()),
  }),
  errors: ['second_factor_locked', 'second_factor_spent'],
})

export const listTwoStepMethodsEndpoint = endpoint({
  method: 'GET',
  path: '/2fa/methods',
  summary: 'Lists the caller’s enabled second factors.',
  ...shared,
  response: v.array(TwoStepMethod),
})

export const newTotpMethodEndpoint = endpoint({
  method: 'POST',
  path: '/2fa/new-totp-method',
  summary: 'Prepares an authenticator app. Returns the key and the address for its QR code.',
  ...shared,
  response: v.object({ id: v.string(), type: v.literal('totp'), uri: v.string(), secret: v.string() }),
  errors: ['two_step_required', 'step_up_required'],
})

export const confirmTotpMethodEndpoint = endpoint({
  method: 'POST',
  path: '/2fa/confirm-totp-method',
  summary: 'Checks a code of a new authenticator app. The code cannot be used again.',
  ...shared,
  body: v.strictObject({ id: IdText, code: VerificationCode }),
  response: Valid,
  errors: ['two_step_required'],
})

export const newRecoveryCodesEndpoint = endpoint({
  method: 'POST',
  path: '/2fa/new-recovery-codes',
  summary: 'Prepares ten recovery codes. If a set is pending, returns that set again.',
  ...shared,
  response: v.object({
    id: v.string(),
    type: v.literal('recovery-codes'),
    recoveryCodes: v.array(v.string()),
  }),
  errors: ['two_step_required', 'step_up_required'],
})

export const getRecoveryCodesEndpoint = endpoint({
  method: 'GET',
  path: '/2fa/recovery-codes',
  summary:
    'Returns the caller’s recovery codes: in clear text while the set is pending, then masked. Used codes ' +
    'are marked.',
  access: 'person',
  whilePasswordDue: true,
  response: v.object({
    id: v.string(),
    type: v.literal('recovery-codes'),
    pending: v.boolean(),
    recoveryCodes: v.array(v.string()),
    /** Which of them are used, in the same order. */
    used: v.array(v.boolean()),
    remaining: v.number(),
  }),
})

export const enableTwoStepEndpoint = endpoint({
  method: 'POST',
  path: '/2fa/enable',
  summary: 'Enables prepared second factors, all or none. The second factors that they replace stop working.',
  ...shared,
  body: EnableTwoStepInput,
  response: Valid,
  errors: ['two_step_required', 'step_up_required'],
})

export const cancelTwoStepEndpoint = endpoint({
  method: 'POST',
  path: '/2fa/cancel',
  summary: 'Deletes prepared second factors, or disables enabled ones.',
  ...shared,
  body: v.strictObject({
    methods: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(10)),
  }),
  response: 'none',
  errors: ['two_step_required', 'step_up_required', 'two_step_forced'],
})
