import {
  getProfileEndpoint,
  updateProfileEndpoint,
  verifyEmailEndpoint,
} from '@gatehouse/validation/endpoints/me'
import type { Router } from '../../plugins/route.ts'
import type { OneTimeTokens } from '../auth/one-time-tokens.ts'
import { getProfile } from './queries.ts'
import { type ProfileDeps, updateProfile } from './update-profile.ts'
import { verifyEmail } from './verify-email.ts'

export interface MeDeps extends ProfileDeps {
  links: OneTimeTokens
}

export function registerMe({ route }: Router, deps: MeDeps): void {
  route(getProfileEndpoint, ({ ctx }) => getProfile(ctx))
  route(updateProfileEndpoint, ({ body, ctx, headers }) =>
    updateProfile(ctx, deps, body, headers['if-match']),
  )
  route(verifyEmailEndpoint, ({ params, ctx }) => verifyEmail(ctx, deps.links, params.token))
}
