import {
  checkOutEndpoint,
  findUserDataEndpoint,
  getMachineDataEndpoint,
  getServerTimeEndpoint,
  getUserDataEndpoint,
  submitCheckInEndpoint,
} from '@gatehouse/validation/endpoints/check-in'
import { answerWriter } from '../../lib/answer-writer.ts'
import type { Router } from '../../plugins/route.ts'
import { createCheckInLimits } from './check-in-limits.ts'
import { checkOut } from './check-out.ts'
import { getMachineDataOrThrow } from './machine-data.ts'
import type { MethodKeyLimits } from './method-key-limits.ts'
import { type CheckInParts, submitCheckIn } from './submit-check-in.ts'
import { getUserDataOrThrow } from './user-data.ts'

export interface CheckInRoutesParts extends Omit<CheckInParts, 'writeResult' | 'limits'> {
  methodKeys: MethodKeyLimits
}

export function registerCheckIn({ route }: Router, { methodKeys, ...given }: CheckInRoutesParts): void {
  const parts = {
    ...given,
    limits: createCheckInLimits(),
    writeResult: answerWriter(submitCheckInEndpoint, true),
  }
  const { personKeys, checkOutTokens, drafts } = given

  route(getMachineDataEndpoint, ({ ctx, query }) =>
    getMachineDataOrThrow(ctx, { methodKeys, drafts }, query.method, query.language),
  )

  route(findUserDataEndpoint, ({ ctx, body }) => getUserDataOrThrow(ctx, personKeys, body))

  route(getUserDataEndpoint, ({ ctx, query: { 'first-name': firstName, 'last-name': lastName, ...rest } }) =>
    getUserDataOrThrow(ctx, personKeys, { ...rest, firstName, lastName }),
  )

  route(submitCheckInEndpoint, ({ ctx, body, headers }) =>
    submitCheckIn(ctx, parts, body, headers['idempotency-key']),
  )

  route(getServerTimeEndpoint, async ({ ctx, query }) => ({
    time: ctx.now.toISOString(),
    t: query.t ?? null,
    i: query.i ?? null,
  }))

  route(checkOutEndpoint, ({ ctx, body }) => checkOut(ctx, checkOutTokens, body))
}
