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
import type { Context, Staff } from '../../../context.ts'
import { withScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { createKeyedMutex } from '../../../lib/keyed-mutex.ts'
import type { Router } from '../../../plugins/route.ts'
import { cancelMethods } from './cancel-methods.ts'
import { enableMethods } from './enable-methods.ts'
import type { TwoStepDeps } from './deps.ts'
import { confirmTotp, prepareRecoveryCodes, prepareTotp } from './prepare-methods.ts'
import { findMethods } from './queries.ts'
import { showRecoveryCodes } from './show-recovery-codes.ts'
import { verifyCode } from './verify-code.ts'

/** How many calls of one person may wait for each other on a node. */
const MAX_WAITING = 20

export function registerTwoStep({ route }: Router, parts: TwoStepDeps): void {
  // They would wait for one row, each with a connection in hand: one account must not empty the pool for everybody.
  const mutex = createKeyedMutex(
    MAX_WAITING,
    () => new AppError('too_many_requests', { retryAfterSeconds: 1 }),
  )
  const inTurn = <T>({ actor }: Context<Staff>, work: () => Promise<T>) => mutex.run(actor.userId, work)

  route(verifyTwoStepEndpoint, ({ body, ctx }) => inTurn(ctx, () => verifyCode(ctx, parts, body)))
  route(listTwoStepMethodsEndpoint, ({ ctx: { db, actor } }) =>
    withScope(db, actor.ownScope, (tx) => findMethods(tx, actor), { readOnly: true }),
  )
  route(newTotpMethodEndpoint, ({ ctx }) => inTurn(ctx, () => prepareTotp(ctx, parts)))
  route(confirmTotpMethodEndpoint, ({ body, ctx }) => inTurn(ctx, () => confirmTotp(ctx, parts, body)))
  route(newRecoveryCodesEndpoint, ({ ctx }) => inTurn(ctx, () => prepareRecoveryCodes(ctx, parts)))
  route(getRecoveryCodesEndpoint, ({ ctx }) => showRecoveryCodes(ctx, parts))
  route(enableTwoStepEndpoint, ({ body, ctx }) => inTurn(ctx, () => enableMethods(ctx, parts, body)))
  route(cancelTwoStepEndpoint, ({ body, ctx }) => inTurn(ctx, () => cancelMethods(ctx, body)))
}
