import {
  chosenClientHeader,
  exportRowsHeader,
  mayChooseClient,
  userActiveHeader,
  type EndpointOutput,
  type EndpointDeclaration,
  type EndpointExport,
  type EndpointFile,
  type EndpointImage,
  type EndpointInput,
  type UploadedFile,
} from '@gatehouse/validation/endpoint'
import { IdempotencyHeaders } from '@gatehouse/validation/fields'
import type { ApiKeyScope } from '@gatehouse/validation/vocabulary'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import * as v from 'valibot'
import { type Context, type GuestActor, idOf, type ReadingActor, type StaffActor } from '../context.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../lib/app-error.ts'
import { EncodedBody, type EncodedJson } from '../lib/encode-array.ts'
import type { Cipher } from '../lib/encryption.ts'
import type { NoteLimited } from '../rate-limits/limited-methods.ts'
import { hashRequest } from '../lib/hash-request.ts'
import { parseInput } from '../lib/parse-input.ts'
import { type Serializer, createSerializer, StoredResponse } from '../lib/serializer.ts'
import { assertAccess } from './access.ts'
import { createOnce } from './create-once.ts'
import { apiHeaders } from './security-headers.ts'

/** What a handler receives: the parsed input, and the context with the actor by its access. */
export type Call<E extends EndpointDeclaration> = EndpointInput<E> & {
  ctx: Context<
    E['access'] extends 'public'
      ? GuestActor
      : E extends { apiKeyScope: ApiKeyScope }
        ? ReadingActor
        : StaffActor
  >
  request: FastifyRequest
  reply: FastifyReply
}

type Result<E extends EndpointDeclaration> = E extends { etag: true }
  ? EncodedJson
  : EndpointOutput<E> | EncodedBody | StoredResponse

/** Registers routes. Access, parsing, limits, checks and headers follow from the declaration. */
export interface Router {
  route<E extends EndpointDeclaration>(endpoint: E, handle: (call: Call<E>) => Promise<Result<E>>): void
}

export interface RouterDeps {
  /** Creates the context of a request: the caller with their current rights. */
  contextOf(request: FastifyRequest, endpoint: EndpointDeclaration, background: boolean): Promise<Context>
  /** The caller within the client that the request names. @throws AppError `not_found` */
  enterChosenClient(db: Database, actor: ReadingActor, chosen: string | string[]): Promise<ReadingActor>
  /** Encrypts the responses to calls under an idempotency key. */
  creations: Cipher
  /** Records for staff which limits refused guests. */
  noteLimited: NoteLimited
  /** Whether responses are checked by the declaration before they are sent. */
  checkResponses: boolean
}

/** Creates a router that records its endpoints in `routed`. */
export function createRouter(
  app: FastifyInstance,
  { contextOf, enterChosenClient, creations, noteLimited, checkResponses }: RouterDeps,
): Router & { routed: ReadonlySet<EndpointDeclaration> } {
  const routed = new Set<EndpointDeclaration>()
  return {
    routed,
    route(endpoint, handle) {
      routed.add(endpoint)
      const bodyLimit = endpoint.upload?.maxBytes ?? endpoint.bodyBytes
      const write = createSerializer(endpoint, checkResponses)
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        ...(bodyLimit !== undefined && { bodyLimit }),
        config: { endpoint },
        helmet: apiHeaders,
        // The caller is authenticated before a byte of the body is read.
        onRequest: async (request) => {
          const ctx = await contextOf(request, endpoint, isPolling(endpoint, request))
          assertAccess(endpoint, ctx.actor)
          const chosen = request.headers[chosenClientHeader]
          const { actor, db } = ctx
          const isInOther = chosen !== undefined && actor.kind !== 'guest' && mayChooseClient(endpoint)
          request.ctx = isInOther ? { ...ctx, actor: await enterChosenClient(db, actor, chosen) } : ctx
        },
        handler: async (request, reply) => {
          const { ctx } = request
          const input = { ...parseInput(endpoint, request), upload: uploadOf(endpoint, request) }
          const respond = async (given: Context) => {
            try {
              await takeDeclaredLimit(endpoint, ctx, input)
              return await handle({ ...input, ctx: given, request, reply } as Call<typeof endpoint>)
            } catch (error) {
              if (endpoint.byGuests) await noteLimited(ctx, error, methodIdIn(input))
              throw error
            }
          }
          const { actor } = ctx
          const key = endpoint.isCreation ? keyOf(input.headers) : undefined
          if (key !== undefined && actor.kind === 'staff') {
            const { method, path } = endpoint
            const { params, query, body } = input
            const text = await createOnce({ ...ctx, actor }, creations, {
              key,
              requestHash: hashRequest({ method, path, params, query, body }),
              create: async (db) => write(await respond({ ...ctx, db })),
            })
            return send(reply, endpoint, write, new StoredResponse(endpoint.status ?? 200, text))
          }
          const result: unknown = await respond(ctx)
          if (endpoint.response !== 'csv') return send(reply, endpoint, write, result)
          return sendExport(reply, result as EndpointExport, async () =>
            assertAccess(endpoint, (await contextOf(request, endpoint, true)).actor),
          )
        },
      })
    },
  }
}

function keyOf(headers: unknown): string | undefined {
  return v.parse(IdempotencyHeaders, headers)['idempotency-key']
}

/** Whether a timer sent the request, so that it does not count as user activity. */
function isPolling({ background = false }: EndpointDeclaration, { headers }: FastifyRequest): boolean {
  return background && headers[userActiveHeader] !== '1'
}

/** The file of a request. A JSON body is not one. */
function uploadOf({ upload }: EndpointDeclaration, { body }: FastifyRequest): UploadedFile | undefined {
  if (!upload) return undefined
  if (typeof body !== 'object' || body === null || !('bytes' in body) || !('type' in body))
    throw new AppError('unsupported_media_type')
  const { type, bytes } = body
  if (typeof type !== 'string' || !(bytes instanceof Uint8Array)) throw new AppError('unsupported_media_type')
  return { type, bytes }
}

type Given = Pick<EndpointInput<EndpointDeclaration>, 'query' | 'body'>

const fieldsOf = ({ query, body }: Given): Record<string, unknown> => Object.assign({}, query, body)

/** The sign-in method of a guest's call: its id has one of two names. */
function methodIdIn(input: Given): unknown {
  const { machineId, id } = fieldsOf(input)
  return machineId ?? id
}

async function takeDeclaredLimit({ limit }: EndpointDeclaration, ctx: Context, input: Given): Promise<void> {
  if (!limit) return
  const named = limit.per === undefined ? '' : String(fieldsOf(input)[limit.per])
  const caller = ctx.actor.kind === 'guest' ? ctx.clientIp : idOf(ctx.actor)
  await ctx.limits.take(limit.rule, `${caller} ${named}`)
}

function send(
  reply: FastifyReply,
  endpoint: EndpointDeclaration,
  write: Serializer,
  result: unknown,
): FastifyReply {
  if (result instanceof StoredResponse) return sendJson(reply.code(result.status), result.text)
  if (endpoint.response === 'none') return reply.code(204).send()
  if (endpoint.response === 'image') return sendImage(reply, result as EndpointImage | null)
  if (endpoint.response === 'file') return sendFile(reply, result as EndpointFile)
  if (endpoint.etag) {
    const { etag, bytes } = result as EncodedJson
    return sendTagged(reply, JSON_TYPE, etag, bytes)
  }
  const json = result instanceof EncodedBody ? result.bytes : write(result)
  return sendJson(reply.code(endpoint.status ?? 200), json)
}

const JSON_TYPE = 'application/json; charset=utf-8'

function sendJson(reply: FastifyReply, json: Buffer | string): FastifyReply {
  return reply.type(JSON_TYPE).send(json)
}

/** Sends the bytes, or 304 where the caller has them. */
function sendTagged(reply: FastifyReply, type: string, etag: string, bytes: Buffer): FastifyReply {
  reply.header('etag', etag)
  if (namesTag(reply.request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(type).send(bytes)
}

function sendImage(reply: FastifyReply, image: EndpointImage | null): FastifyReply {
  if (!image) return reply.code(204).send()
  const { buffer, byteOffset, byteLength } = image.bytes
  return sendTagged(reply, image.type, `"${image.version}"`, Buffer.from(buffer, byteOffset, byteLength))
}

function sendFile(reply: FastifyReply, { type, name, bytes }: EndpointFile): FastifyReply {
  const { buffer, byteOffset, byteLength } = bytes
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Buffer.from(buffer, byteOffset, byteLength))
}

/** How often the reader's access to a running export is checked. */
const EXPORT_ACCESS_MS = 2000

/** Streams the text. It is cut where the reader's session, account or key ends meanwhile. */
function sendExport(
  reply: FastifyReply,
  { name, type = 'text/csv', rows, text }: EndpointExport,
  assertStillAllowed: () => Promise<void>,
): FastifyReply {
  const sent = text instanceof Readable ? text : Readable.from(text)
  const check = () =>
    void assertStillAllowed().catch((error: unknown) => {
      // Other errors don't cut it: the key's calls may be used up, or the database
      // may be unreachable.
      if (error instanceof AppError && (error.status === 401 || error.status === 403)) sent.destroy(error)
    })
  const checks = setInterval(check, EXPORT_ACCESS_MS)
  sent.once('close', () => clearInterval(checks))
  const plain = name.replaceAll(/[^\x21-\x7e]/g, '')
  return reply
    .type(`${type}; charset=utf-8`)
    .header(exportRowsHeader, rows)
    .header(
      'content-disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .send(sent)
}

export function assertEveryEndpointIsRouted(
  declared: Record<string, EndpointDeclaration>,
  routed: ReadonlySet<EndpointDeclaration>,
): void {
  const missing = Object.keys(declared).filter((name) => !routed.has(declared[name] as EndpointDeclaration))
  if (missing.length > 0) throw new Error(`Declared endpoints without a route: ${missing.join(', ')}.`)
}

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Context
  }
  interface FastifyContextConfig {
    endpoint?: EndpointDeclaration
  }
}

/** Whether an `If-None-Match` header names the tag (RFC 9110, 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag)
}
