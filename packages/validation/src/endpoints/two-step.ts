import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { IdText, Uuid, VerificationCode } from '../fields.ts'
import { limits } from '../limits.ts'
import type { MessageKey } from '../messages.ts'
import { TwoStepMethod } from './sessions.ts'

/** As typed: what it is worth is decided by the method, since a recovery code is no 6 digits. */
const TypedCode = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'code_required' satisfies MessageKey),
  v.maxLength(limits.recoveryCodeCharacters, 'too_long' satisfies MessageKey),
)

export const VerifyTwoStepInput = v.strictObject({
  type: v.picklist(['totp', 'recovery-codes']),
  code: TypedCode,
  /** Remembers the device for 30 days; counts with an authenticator's code only. */
  remember: v.optional(v.nullable(v.boolean())),
})
export type VerifyTwoStepInput = v.InferOutput<typeof VerifyTwoStepInput>

export const EnableTwoStepInput = v.strictObject({
  methods: v.pipe(
    v.array(
      v.strictObject({
        id: IdText,
        type: v.picklist(['totp', 'recovery-codes']),
        /** Confirms an authenticator that was not confirmed before, or shows that a recovery code was kept. */
        code: v.optional(v.nullable(TypedCode)),
      }),
    ),
    v.minLength(1),
    v.maxLength(2),
  ),
})
export type EnableTwoStepInput = v.InferOutput<typeof EnableTwoStepInput>

/** All of them are open to a half session; what it may do with an account that has a second step is decided inside. */
const shared = { access: 'half_session', whilePasswordDue: true } as const
const Valid = v.object({ valid: v.boolean() })

export const verifyTwoStepEndpoint = endpoint({
  method: 'POST',
  path: '/2fa/verify',
  summary:
    'Passes the second step; the same token is then authenticated. A passed session confirms itself again.',
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
  summary: 'The second steps that are enabled.',
  ...shared,
  response: v.array(TwoStepMethod),
  errors: [],
})

export const newTotpMethodEndpoint = endpoint({
  method: 'POST',
  path: '/2fa/new-totp-method',
  summary: 'Prepares an authenticator app: the key and the address for its QR code.',
  ...shared,
  response: v.object({ id: v.string(), type: v.literal('totp'), uri: v.string(), secret: v.string() }),
  errors: ['two_step_required', 'step_up_required'],
})

export const confirmTotpMethodEndpoint = endpoint({
  method: 'POST',
  path: '/2fa/confirm-totp-method',
  summary: 'Shows that the app makes the right codes; the code is spent by it.',
  ...shared,
  body: v.strictObject({ id: IdText, code: VerificationCode }),
  response: Valid,
  errors: ['two_step_required'],
})

export const newRecoveryCodesEndpoint = endpoint({
  method: 'POST',
  path: '/2fa/new-recovery-codes',
  summary: 'Prepares ten recovery codes; a set that is still pending is answered again.',
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
    'The recovery codes: in clear while the set is pending, afterwards masked with the used ones marked.',
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
  errors: ['not_found'],
})

export const enableTwoStepEndpoint = endpoint({
  method: 'POST',
  path: '/2fa/enable',
  summary: 'Puts prepared methods into force, all of them or none; what they replace ends.',
  ...shared,
  body: EnableTwoStepInput,
  response: Valid,
  errors: ['two_step_required', 'step_up_required'],
})

export const cancelTwoStepEndpoint = endpoint({
  method: 'POST',
  path: '/2fa/cancel',
  summary: 'Drops prepared methods, or switches enabled ones off.',
  ...shared,
  body: v.strictObject({
    methods: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(10)),
  }),
  response: 'none',
  errors: ['two_step_required', 'step_up_required', 'two_step_forced'],
})
