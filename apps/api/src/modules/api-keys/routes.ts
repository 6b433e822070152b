import {
  createApiKeyEndpoint,
  listApiKeysEndpoint,
  revokeApiKeyEndpoint,
} from '@gatehouse/validation/endpoints/api-keys'
import type { Router } from '../../plugins/route.ts'
import { createApiKey, revokeApiKey } from './change-keys.ts'
import { listApiKeys } from './key-list.ts'
import type { ApiKeyTokens } from './key-tokens.ts'

export function registerApiKeys({ route }: Router, { tokens }: { tokens: ApiKeyTokens }): void {
  route(listApiKeysEndpoint, ({ ctx, query }) => listApiKeys(ctx, query))
  route(createApiKeyEndpoint, ({ ctx, body }) => createApiKey(ctx, tokens, body))
  route(revokeApiKeyEndpoint, ({ ctx, params }) => revokeApiKey(ctx, params.id))
}
