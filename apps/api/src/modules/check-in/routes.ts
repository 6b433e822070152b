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
import { checkOut } from './check-out.ts'
import { getMachineDataOrThrow } from './machine-data.ts'
import { type CheckInParts, submitCheckIn } from './submit-check-in.ts'
import { getUserDataOrThrow } from './user-data.ts'

export function registerCheckIn({ route }: Router, given: Omit<CheckInParts, 'writeResult'>): void {
  const parts = { ...given, writeResult: answerWriter(submitCheckInEndpoint, true) }
  const { personKeys, checkOutTokens } = given

  route(getMachineDataEndpoint, ({ ctx, query }) => getMachineDataOrThrow(ctx, query.method, query.language))

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
