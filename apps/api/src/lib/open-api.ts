import { fieldSentences } from '@gatehouse/validation/field-codes'
import { accountStatusMessages, errorCodes } from '@gatehouse/validation/error-codes'
import {
  chosenClientHeader,
  mayChooseClient,
  userActiveHeader,
  type EndpointDeclaration,
  errorCodesOf,
} from '@gatehouse/validation/endpoint'
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

type JsonObject = Record<string, unknown>

export interface OpenApiOptions {
  version: string
  /** The groups of the document, in its order. */
  tags: readonly { name: string; description?: string }[]
  /** The name of an endpoint's group. */
  tagOf: (endpoint: EndpointDeclaration) => string
}

export function openApiDocument(
  endpoints: Record<string, EndpointDeclaration>,
  { version, tags, tagOf }: OpenApiOptions,
): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, tagOf(endpoint)),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Gatehouse', version, description: 'Visitor and staff sign-in for sites.' },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: errorSchema },
    },
    tags,
    paths,
  }
}

const errorSchema = {
  type: 'object',
  required: ['statusCode', 'error', 'code', 'message'],
  properties: {
    statusCode: { type: 'integer' },
    error: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errorCodes) },
    message: { type: 'string' },
    fields: {
      type: 'object',
      description: 'The error of each field, in English.',
      additionalProperties: { type: 'string' },
    },
    field_codes: {
      type: 'object',
      description: 'The same errors as codes. Later versions may add codes.',
      additionalProperties: { type: 'string', enum: Object.keys(fieldSentences) },
    },
    account_status: {
      type: 'string',
      description: 'For `account_unavailable`: why the account cannot log in.',
      enum: Object.keys(accountStatusMessages),
    },
    current: { description: 'For `changed_meanwhile`: the current row.' },
  },
}

const userActive = {
  name: userActiveHeader,
  in: 'header',
  required: false,
  description: 'Set to 1 if a user caused the call. Only then does it keep the session active.',
  schema: { const: '1' },
}

const chosenClient = {
  name: chosenClientHeader,
  in: 'header',
  required: false,
  description: 'The id of the client that a site_admin has chosen. The call reads and writes only its rows.',
  schema: { type: 'string', format: 'uuid' },
}

function operation(name: string, endpoint: EndpointDeclaration, tag: string): JsonObject {
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [tag],
    ...(endpoint.access === 'public' ? {} : { security: [{ session: [] }], description: accessOf(endpoint) }),
    parameters: [
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', endpoint.query),
      ...parametersOf('header', endpoint.headers),
      ...(endpoint.background ? [userActive] : []),
      ...(mayChooseClient(endpoint) ? [chosenClient] : []),
    ],
    ...(endpoint.upload && {
      requestBody: {
        required: true,
        content: Object.fromEntries(endpoint.upload.types.map((type) => [type, {}])),
      },
    }),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: { ...successOf(endpoint), ...errorsOf(endpoint) },
  }
}

function accessOf({ access, apiKeyScope }: EndpointDeclaration): string {
  return apiKeyScope ? `Access: ${access}. API keys: ${apiKeyScope}` : `Access: ${access}`
}

function successOf({ response, status, etag }: EndpointDeclaration): JsonObject {
  const unchanged = etag || response === 'image' ? { 304: { description: 'Unchanged since the ETag.' } } : {}
  if (response === 'none') return { 204: { description: 'Done.' } }
  if (response === 'image') {
    return {
      200: { description: 'The image.', content: { 'image/webp': {} } },
      204: { description: 'No image.' },
      ...unchanged,
    }
  }
  if (response === 'file') return { 200: { description: 'The file.', content: { '*/*': {} } } }
  if (response === 'csv') return { 200: { description: 'The file.', content: { 'text/csv': {} } } }
  const content = { 'application/json': { schema: schemaOf(response, 'output') } }
  return { [status ?? 200]: { description: 'The response.', content }, ...unchanged }
}

function errorsOf(endpoint: EndpointDeclaration): JsonObject {
  const byStatus = Map.groupBy(errorCodesOf(endpoint), (code) => errorCodes[code])
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.map((code) => `\`${code}\``).join(', '), content },
    ]),
  )
}

function parametersOf(place: string, schema: v.GenericSchema | undefined): JsonObject[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: inner,
  }))
}

function schemaOf(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonObject {
  const { $schema: _, ...plain } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' })
  return plain
}
