import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Router } from '../../plugins/route.ts'
import { createApiKey, revokeApiKey } from './change-keys.ts'
import { listApiKeys } from './key-list.ts'
import type { ApiKeyTokens } from './key-tokens.ts'

export function registerApiKeys({ route }: Router, { tokens }: { tokens: ApiKeyTokens }): void {
  route(endpoints.listApiKeys, ({ ctx, query }) => listApiKeys(ctx, query))
  route(endpoints.createApiKey, ({ ctx, body }) => createApiKey(ctx, tokens, body))
  route(endpoints.revokeApiKey, ({ ctx, params }) => revokeApiKey(ctx, params.id))
}
