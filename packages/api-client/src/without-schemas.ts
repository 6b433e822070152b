import type { EndpointDeclaration, EndpointResult } from '@gatehouse/validation/endpoint'
import { InvalidResponseError } from './api-error.ts'

/** A field that every response of an endpoint has, by method and path. */
const fieldOf: Record<string, string> = {}

/**
 * A declared endpoint without its schemas, which the page would download for nothing. Only one
 * field of each response is checked, enough to notice a foreign response. A method, path or field
 * that differs from the declaration does not compile.
 */
export function withoutSchemas<E extends EndpointDeclaration>(
  call: Pick<E, 'method' | 'path'>,
  field: string & keyof EndpointResult<E>,
): E {
  fieldOf[call.method + call.path] = field
  return call as E
}

/** @throws InvalidResponseError for other JSON, such as a captive portal's */
export function checkField({ method, path }: EndpointDeclaration, data: unknown): unknown {
  const field = fieldOf[method + path]
  if (field === undefined || (typeof data === 'object' && data !== null && field in data)) return data
  throw new InvalidResponseError(`The response of ${path} is not what it declares.`)
}
