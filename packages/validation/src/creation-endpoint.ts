import { endpoint, type EndpointDeclaration } from './endpoint.ts'
import { IdempotencyHeaders } from './fields.ts'

/**
 * Declares an endpoint that creates one row per idempotency key. The same call of the same person
 * in the same client gets the first response again; another call under the key fails with
 * `conflict`.
 */
export function creationEndpoint<
  const Declaration extends Omit<EndpointDeclaration, 'method' | 'status' | 'headers' | 'isCreation'>,
>(declaration: Declaration) {
  return endpoint({
    ...declaration,
    method: 'POST',
    status: 201,
    headers: IdempotencyHeaders,
    isCreation: true,
    errors: [...(declaration.errors ?? []), 'conflict'],
  })
}
