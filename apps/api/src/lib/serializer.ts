import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import fastJsonStringify from 'fast-json-stringify'
import * as v from 'valibot'
import { later } from './later.ts'

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
 * It is compiled with its first response: those of all endpoints take megabytes. A union is written as it is, and its response is parsed
 * before: to find the right one of a union the library would compile a validator with Ajv, which has failed in processes that had worked for long.
 * @param checked first parses each response by the declaration, so that a wrong one fails
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

/** A value or null in the word of OpenAPI 3.0, which the serializer writes without validating the value against each of a union. */
function nullableOf({ anyOf, ...rest }: JsonSchema): JsonSchema | undefined {
  const [value, empty, ...others] = anyOf ?? []
  if (typeof value !== 'object' || typeof empty !== 'object') return undefined
  if (others.length > 0 || empty.type !== 'null' || !value.type) return undefined
  return { ...rest, ...value, nullable: true }
}
