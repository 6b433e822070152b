import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { KeyedHash } from '../../../lib/keyed-hash.ts'
import type { Router } from '../../../plugins/route.ts'
import type { Passwords } from '../passwords.ts'
import { createFirstAdmin, isFirstAdminLinkGood } from './first-admin.ts'

export function registerFirstAdmin({ route }: Router, deps: { hash: KeyedHash; passwords: Passwords }): void {
  route(endpoints.validateFirstAdmin, async ({ body, ctx }) => ({
    validated: await isFirstAdminLinkGood(ctx, deps.hash, body.token),
  }))
  route(endpoints.createFirstAdmin, ({ body, ctx }) => createFirstAdmin(ctx, deps, body))
}
