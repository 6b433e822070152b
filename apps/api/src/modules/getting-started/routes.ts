import {
  closeFirstStepEndpoint,
  getGettingStartedEndpoint,
} from '@gatehouse/validation/endpoints/getting-started'
import type { Router } from '../../plugins/route.ts'
import { closeFirstStep, getGettingStarted } from './getting-started.ts'

export function registerGettingStarted({ route }: Router): void {
  route(getGettingStartedEndpoint, ({ ctx }) => getGettingStarted(ctx))
  route(closeFirstStepEndpoint, ({ ctx, params, body }) => closeFirstStep(ctx, params.step, body.state))
}
