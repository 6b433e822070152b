import { endpoint, type EndpointDeclaration } from './endpoint.ts'
import { IdempotencyHeaders } from './fields.ts'

/**
 * Declares an endpoint that makes a row. Under an idempotency key it makes one, however often the call is sent: the same call of the same
 * person in the same client gets the first response again, and another call under the key is refused with `conflict`.
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
