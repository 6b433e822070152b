import {
  cancelTwoStepEndpoint,
  confirmTotpMethodEndpoint,
  enableTwoStepEndpoint,
  getRecoveryCodesEndpoint,
  listTwoStepMethodsEndpoint,
  newRecoveryCodesEndpoint,
  newTotpMethodEndpoint,
  verifyTwoStepEndpoint,
} from '@gatehouse/validation/endpoints/two-step'
import { withScope } from '../../db/tenancy.ts'
import type { Router } from '../../plugins/route.ts'
import { cancelMethods } from './cancel-methods.ts'
import { enableMethods } from './enable-methods.ts'
import type { TwoStepParts } from './parts.ts'
import { confirmTotp, prepareRecoveryCodes, prepareTotp } from './prepare-methods.ts'
import { findMethods } from './queries.ts'
import { showRecoveryCodes } from './show-recovery-codes.ts'
import { verifyCode } from './verify-code.ts'

export function registerTwoStep({ route }: Router, parts: TwoStepParts): void {
  route(verifyTwoStepEndpoint, ({ body, ctx }) => verifyCode(ctx, parts, body))
  route(listTwoStepMethodsEndpoint, ({ ctx: { db, actor } }) =>
    withScope(db, actor.ownScope, (tx) => findMethods(tx, actor), { readOnly: true }),
  )
  route(newTotpMethodEndpoint, ({ ctx }) => prepareTotp(ctx, parts))
  route(confirmTotpMethodEndpoint, ({ body, ctx }) => confirmTotp(ctx, parts, body))
  route(newRecoveryCodesEndpoint, ({ ctx }) => prepareRecoveryCodes(ctx, parts))
  route(getRecoveryCodesEndpoint, ({ ctx }) => showRecoveryCodes(ctx, parts))
  route(enableTwoStepEndpoint, ({ body, ctx }) => enableMethods(ctx, parts, body))
  route(cancelTwoStepEndpoint, ({ body, ctx }) => cancelMethods(ctx, body))
}
