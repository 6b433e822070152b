import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Context, StaffActor } from '../../../context.ts'
import { withReadScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { createSemaphore } from '../../../lib/semaphore.ts'
import type { Router } from '../../../plugins/route.ts'
import { cancelMethods } from './cancel-methods.ts'
import { enableMethods } from './enable-methods.ts'
import { type TwoStepDeps, findMethods } from '../second-factors.ts'
import { confirmTotp, prepareTotp } from './totp.ts'
import { prepareRecoveryCodes, getRecoveryCodes } from './recovery-codes.ts'
import { verifyCode } from './verify-code.ts'

/** How many calls of one person may wait for each other on a node. */
const MAX_WAITING = 20

export function registerTwoStep({ route }: Router, deps: TwoStepDeps): void {
  // Parallel calls of one account would each hold a connection while waiting for the same row, and
  // could exhaust the pool.
  const turns = createSemaphore({
    permitsPerGroup: 1,
    maxWaiting: MAX_WAITING,
    createError: () => new AppError('too_many_requests', { retryAfterSeconds: 1 }),
  })
  const withMutex = <T>({ actor }: Context<StaffActor>, work: () => Promise<T>) =>
    turns.run(work, { group: actor.userId })

  route(endpoints.verifyTwoStep, ({ body, ctx }) => withMutex(ctx, () => verifyCode(ctx, deps, body)))
  route(endpoints.listTwoStepMethods, ({ ctx: { db, actor } }) =>
    withReadScope(db, actor.ownScope, (tx) => findMethods(tx, actor)),
  )
  route(endpoints.newTotpMethod, ({ ctx }) => withMutex(ctx, () => prepareTotp(ctx, deps)))
  route(endpoints.confirmTotpMethod, ({ body, ctx }) => withMutex(ctx, () => confirmTotp(ctx, deps, body)))
  route(endpoints.newRecoveryCodes, ({ ctx }) => withMutex(ctx, () => prepareRecoveryCodes(ctx, deps)))
  route(endpoints.getRecoveryCodes, ({ ctx }) => getRecoveryCodes(ctx, deps))
  route(endpoints.enableTwoStep, ({ body, ctx }) => withMutex(ctx, () => enableMethods(ctx, deps, body)))
  route(endpoints.cancelTwoStep, ({ body, ctx }) => withMutex(ctx, () => cancelMethods(ctx, body)))
}
