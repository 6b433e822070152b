import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import fastJsonStringify from 'fast-json-stringify'
import * as v from 'valibot'
import { later } from './later.ts'

/** A response that is replayed byte for byte, for idempotency. */
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
 * Creates the function that writes an endpoint's response as JSON. Undeclared properties are left
 * out. It is compiled at the first response, because all endpoints together take megabytes. A union
 * is parsed first and then written as it is: to find the matching member, the library would compile
 * a validator with Ajv, which has failed in long-running processes.
 * @param checked parses each response by the declaration first, so that a wrong one fails
 */
export function createSerializer(
  { response: shape }: Pick<EndpointDeclaration, 'response'>,
  checked: boolean,
): Serializer {
  if (typeof shape === 'string') return () => ''
  const compile = later((): Serializer => {
    let hasUnion = false
    const { $schema: _, ...schema } = toJsonSchema(shape, {
      typeMode: 'output',
      errorMode: 'ignore',
      overrideSchema({ jsonSchema }) {
        const nullable = nullableOf(jsonSchema)
        if (nullable || !(jsonSchema.anyOf || jsonSchema.oneOf)) return nullable
        hasUnion = true
        return {}
      },
    })
    const write = fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0])
    return checked || hasUnion ? (result) => write(v.parse(shape, result)) : write
  })
  return (result) => compile()(result)
}

/**
 * `anyOf` with null as OpenAPI 3.0's `nullable`, which the serializer writes without validating the
 * value against each member of a union.
 */
function nullableOf({ anyOf, ...rest }: JsonSchema): JsonSchema | undefined {
  const [value, empty, ...others] = anyOf ?? []
  if (typeof value !== 'object' || typeof empty !== 'object') return undefined
  if (others.length > 0 || empty.type !== 'null' || !value.type) return undefined
  return { ...rest, ...value, nullable: true }
}
