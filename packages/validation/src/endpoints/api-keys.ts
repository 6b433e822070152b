import * as v from 'valibot'
import { creationEndpoint } from '../creation-endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { say } from '../field-codes.ts'
import { lineOf } from '../fields.ts'
import { limits } from '../limits.ts'
import { listEndpoint } from '../list-endpoint.ts'
import { CalendarDay } from '../time-fields.ts'
import { apiKeyScopes, apiKeyStates } from '../vocabulary.ts'

export const NewApiKey = v.strictObject({
  name: v.pipe(lineOf(limits.apiKeys.nameCharacters), v.minLength(1, say('client_name_required'))),
  scopes: v.pipe(
    v.array(v.picklist(apiKeyScopes)),
    v.minLength(1, say('choice_required')),
    v.maxLength(apiKeyScopes.length, say('choice_required')),
    v.transform((scopes) => apiKeyScopes.filter((scope) => scopes.includes(scope))),
  ),
  /** The last day on which the key works, by the client's clock. Without one it never ends. */
  last_day: v.optional(v.nullable(CalendarDay), null),
})
export type NewApiKey = v.InferOutput<typeof NewApiKey>

export const ApiKey = v.object({
  id: v.string(),
  client_name: v.string(),
  name: v.string(),
  /** The prefix of the key, by which its owner recognises it. */
  prefix: v.string(),
  scopes: v.array(v.picklist(apiKeyScopes)),
  state: v.picklist(apiKeyStates),
  /** Null where a user of another client created it, or the account was deleted. */
  created_by: v.nullable(v.string()),
  created_at: v.string(),
  /** When it expires; null for no expiry. */
  expires_at: v.nullable(v.string()),
  revoked_at: v.nullable(v.string()),
  /** To the minute; null where it was never used. */
  last_used_at: v.nullable(v.string()),
})
export type ApiKey = v.InferOutput<typeof ApiKey>

/** The only response that holds the key. */
export const ApiKeyWithSecret = v.object({ ...ApiKey.entries, key: v.string() })
export type ApiKeyWithSecret = v.InferOutput<typeof ApiKeyWithSecret>

const path = '/api-keys'

export const listApiKeysEndpoint = listEndpoint({
  path,
  summary: 'Lists the API keys with which other programs read data of the client, newest first by default.',
  access: 'admin',
  item: ApiKey,
  sort: ['created_at', 'name', 'last_used_at'],
  defaultSort: 'created_at desc',
  filters: { state: v.optional(v.picklist(apiKeyStates)) },
})

export const createApiKeyEndpoint = creationEndpoint({
  path,
  summary: 'Creates an API key. Only this response contains the key.',
  access: 'admin',
  body: NewApiKey,
  response: ApiKeyWithSecret,
  errors: ['client_not_chosen', 'time_out_of_range', 'too_many_parts'],
})

export const revokeApiKeyEndpoint = endpoint({
  method: 'POST',
  path: `${path}/:id/revoke`,
  summary: 'Revokes an API key immediately and permanently.',
  access: 'admin',
  response: ApiKey,
})
