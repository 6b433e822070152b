import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { toJsonSchema } from '@valibot/to-json-schema'
import fastJsonStringify from 'fast-json-stringify'
import * as v from 'valibot'

/** A response that is sent again byte for byte, for an idempotent replay. */
export class StoredResponse {
  readonly status: number
  readonly text: string

  constructor(status: number, text: string) {
    this.status = status
    this.text = text
  }
}

export type Serializer = (result: unknown) => string

/**
 * Creates the function that writes the response of an endpoint as JSON. It leaves out every property that is not declared.
 * @param checked first parses each response by the declaration, so that a wrong one fails
 */
export function createSerializer(
  { response: shape }: Pick<EndpointDeclaration, 'response'>,
  checked: boolean,
): Serializer {
  if (typeof shape === 'string') return () => ''
  const { $schema: _, ...schema } = toJsonSchema(shape, { typeMode: 'output', errorMode: 'ignore' })
  const write = fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0])
  return checked ? (result) => write(v.parse(shape, result)) : write
}
