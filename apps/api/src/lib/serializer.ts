import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { toJsonSchema } from '@valibot/to-json-schema'
import fastJsonStringify from 'fast-json-stringify'
import * as v from 'valibot'

/** An answer that was written before, byte for byte: an idempotent replay. */
export class StoredResponse {
  readonly status: number
  readonly text: string

  constructor(status: number, text: string) {
    this.status = status
    this.text = text
  }
}

export type Serializer = (answer: unknown) => string

/**
 * Writes an endpoint's answer as JSON from its declared shape: what is not declared does not leave.
 * @param checked parses each answer against the declaration first, so that a wrong one fails instead of being written
 */
export function createSerializer(endpoint: EndpointDeclaration, checked: boolean): Serializer {
  const shape = endpoint.response
  if (typeof shape === 'string') return () => ''
  const { $schema: _, ...schema } = toJsonSchema(shape, { typeMode: 'output', errorMode: 'ignore' })
  const write = fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0])
  return checked ? (answer) => write(v.parse(shape, answer)) : write
}
