import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import { closeFirstStep, getGettingStarted } from './getting-started.ts'

export function registerGettingStarted({ route }: Router): void {
  route(endpoints.getGettingStarted, ({ ctx }) => getGettingStarted(ctx))
  route(endpoints.closeFirstStep, ({ ctx, params, body }) => closeFirstStep(ctx, params.step, body.state))
}
