import { endpoints } from '@gatehouse/validation/endpoints/all'
import { createSerializer } from '../../lib/serializer.ts'
import type { Router } from '../../plugins/route.ts'
import { type CheckInDeps, createNamings } from './attempt.ts'
import { createCheckInLimits, createPassLimit } from './check-in-limits.ts'
import { checkOut, findStayEnd, undoDeparture } from './check-out.ts'
import { getHostAnswer } from './choose-host.ts'
import { getMethodPageOrThrow, getUserDataOrThrow } from './machine-data.ts'
import { createMethodDirectory } from '../sign-in-methods/queries.ts'
import type { MethodKeyLimits } from '../sign-in-methods/method-key-limits.ts'
import { signInByStaff } from './sign-in-by-staff.ts'
import { createCheckInBatches, submitCheckIn } from './submit-check-in.ts'

export interface CheckInRoutesDeps extends Omit<
  CheckInDeps,
  'methods' | 'namings' | 'writeResult' | 'limits' | 'batches'
> {
  methodKeys: MethodKeyLimits
}

export function registerCheckIn({ route }: Router, { methodKeys, ...given }: CheckInRoutesDeps): void {
  const deps = {
    ...given,
    methods: createMethodDirectory(),
    namings: createNamings(),
    limits: createCheckInLimits(),
    batches: createCheckInBatches(),
    writeResult: createSerializer(endpoints.submitCheckIn, true),
  }
  const { checkOutTokens, drafts } = given

  route(endpoints.getMachineData, async ({ ctx, query }) => {
    const page = await getMethodPageOrThrow(ctx, { methodKeys, drafts }, query.method, query.language)
    return page.machineData
  })

  route(endpoints.findUserData, async ({ ctx, body: { id, draft: token, ...asked } }) => {
    const methodId = id.toLowerCase()
    const page = { methodId, draft: token ? drafts.read(token, methodId, ctx.now) : undefined }
    await deps.limits.takeUserData(ctx, page)
    return getUserDataOrThrow(ctx, deps, asked, page)
  })

  route(endpoints.getUserData, ({ ctx, query }) => {
    const { id, 'first-name': firstName, 'last-name': lastName, ...rest } = query
    const page = { methodId: id.toLowerCase(), draft: undefined }
    return getUserDataOrThrow(ctx, deps, { ...rest, firstName, lastName }, page)
  })

  route(endpoints.submitCheckIn, ({ ctx, body, headers }) =>
    submitCheckIn(ctx, deps, body, headers['idempotency-key']),
  )

  route(endpoints.signInPerson, ({ ctx, body, headers }) =>
    signInByStaff(ctx, deps, body, headers['idempotency-key']),
  )

  route(endpoints.getServerTime, async ({ ctx, query }) => ({
    time: ctx.now.toISOString(),
    t: query.t ?? null,
    i: query.i ?? null,
  }))

  route(endpoints.findStayEnd, ({ ctx, body }) => findStayEnd(ctx, checkOutTokens, body.checkOutToken))
  const takeUndo = createPassLimit('passUndo')
  route(endpoints.undoDeparture, ({ ctx, body: { checkOutToken } }) => {
    takeUndo(ctx, checkOutTokens.read(checkOutToken))
    return undoDeparture(ctx, deps, checkOutToken)
  })
  route(endpoints.getHostAnswer, ({ ctx, body }) => getHostAnswer(ctx, checkOutTokens, body.checkOutToken))

  const takeCheckOut = createPassLimit('pass')
  route(endpoints.checkOut, ({ ctx, body }) => {
    takeCheckOut(ctx, checkOutTokens.readToCheckOut(body.checkOutToken))
    return checkOut(ctx, checkOutTokens, body)
  })
}
