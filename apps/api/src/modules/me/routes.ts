import { getProfileEndpoint } from '@gatehouse/validation/endpoints/me'
import type { Router } from '../../plugins/route.ts'
import { getProfile } from './queries.ts'

export function registerMe({ route }: Router): void {
  route(getProfileEndpoint, ({ ctx }) => getProfile(ctx))
}
