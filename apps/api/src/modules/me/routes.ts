import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import type { OneTimeTokens } from '../auth/one-time-tokens.ts'
import { getProfile } from './queries.ts'
import { type ProfileDeps, updateProfile } from './update-profile.ts'
import { verifyEmail } from './verify-email.ts'

export interface MeDeps extends ProfileDeps {
  links: OneTimeTokens
}

export function registerMe({ route }: Router, deps: MeDeps): void {
  route(endpoints.getProfile, ({ ctx }) => getProfile(ctx))
  route(endpoints.updateProfile, ({ body, ctx, headers }) =>
    updateProfile(ctx, deps, body, headers['if-match']),
  )
  route(endpoints.verifyEmail, ({ params, ctx }) => verifyEmail(ctx, deps.links, params.token))
}
