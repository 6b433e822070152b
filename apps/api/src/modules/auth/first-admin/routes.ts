import {
  createFirstAdminEndpoint,
  validateFirstAdminEndpoint,
} from '@gatehouse/validation/endpoints/first-admin'
import type { KeyedHash } from '../../../lib/keyed-hash.ts'
import type { Router } from '../../../plugins/route.ts'
import type { Passwords } from '../passwords.ts'
import { createFirstAdmin, isFirstAdminLinkGood } from './first-admin.ts'

export function registerFirstAdmin({ route }: Router, deps: { hash: KeyedHash; passwords: Passwords }): void {
  route(validateFirstAdminEndpoint, async ({ body, ctx }) => ({
    validated: await isFirstAdminLinkGood(ctx, deps.hash, body.token),
  }))
  route(createFirstAdminEndpoint, ({ body, ctx }) => createFirstAdmin(ctx, deps, body))
}
