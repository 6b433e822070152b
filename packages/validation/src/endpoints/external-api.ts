import * as v from 'valibot'
import { eachOnce } from '../each-once.ts'
import { endpoint } from '../endpoint.ts'
import { say } from '../field-codes.ts'
import { IfMatchHeaders } from '../fields.ts'
import { limits } from '../limits.ts'
import { outboundFailures, OutboundUrl } from '../outbound-url.ts'

const { secretCharacters, ...sizes } = limits.externalApi

export const Parameter = v.strictObject({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, say('parameter_name_required')),
    v.regex(/^[A-Za-z][\w.-]*$/, say('parameter_name')),
    v.maxLength(sizes.parameterNameCharacters, say('too_long')),
  ),
  value: v.pipe(v.string(), v.trim(), v.maxLength(sizes.parameterValueCharacters, say('too_long'))),
})
export type Parameter = v.InferOutput<typeof Parameter>

const Parameters = v.pipe(
  v.array(Parameter),
  v.maxLength(sizes.parameters, say('parameters_many')),
  eachOnce('name', 'parameter_twice'),
)

const Secret = v.pipe(
  v.string(),
  v.minLength(secretCharacters.min, say('secret_short')),
  v.maxLength(secretCharacters.max, say('too_long')),
)

export const externalApiFields = {
  /** Null where there is none. */
  url: v.nullable(OutboundUrl(sizes.urlCharacters)),
  /** Sent unchanged with each event. The managers of the site can read them. */
  parameters: Parameters,
  /** Signs what is sent. Write-only: it can be set and removed. */
  secret: v.nullable(Secret),
  enabled: v.boolean(),
}

export const ExternalApiChanges = v.partial(v.strictObject(externalApiFields))
export type ExternalApiChanges = v.InferOutput<typeof ExternalApiChanges>

/** How a test ended: with a status of the receiver, or without a response. */
export const externalApiOutcomes = [
  'accepted',
  'redirected',
  'error_status',
  'secret_unreadable',
  ...outboundFailures,
] as const
export type ExternalApiOutcome = (typeof externalApiOutcomes)[number]

export const ExternalApi = v.object({
  url: v.nullable(v.string()),
  parameters: v.array(v.object({ name: v.string(), value: v.string() })),
  /** Since when there is a secret; null where there is none. */
  secret_set_at: v.nullable(v.string()),
  enabled: v.boolean(),
  last_test: v.nullable(
    v.object({
      at: v.string(),
      outcome: v.picklist(externalApiOutcomes),
      /** The status that the receiver returned; null where no response came. */
      status: v.nullable(v.number()),
      milliseconds: v.number(),
    }),
  ),
  last_modified: v.string(),
})
export type ExternalApi = v.InferOutput<typeof ExternalApi>

const path = '/sites/:id/external-api'

export const getSiteExternalApiEndpoint = endpoint({
  method: 'GET',
  path,
  summary: 'Returns the external address to which a site can send events, and the result of its last test.',
  access: 'admin',
  response: ExternalApi,
  errors: ['client_not_chosen'],
})

export const updateSiteExternalApiEndpoint = endpoint({
  method: 'PATCH',
  path,
  summary: 'Updates the external address, its parameters or the secret. The secret is never returned.',
  access: 'admin',
  headers: IfMatchHeaders,
  body: ExternalApiChanges,
  response: ExternalApi,
  errors: ['client_not_chosen', 'changed_meanwhile', 'url_not_allowed', 'incomplete'],
})

export const testSiteExternalApiEndpoint = endpoint({
  method: 'POST',
  path: `${path}/test`,
  summary: 'Sends a sample event to the stored address and saves the result.',
  access: 'admin',
  response: ExternalApi,
  errors: ['client_not_chosen', 'incomplete'],
})
