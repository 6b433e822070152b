import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { endpoints } from '@gatehouse/validation/endpoints/all'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { later } from '../lib/later.ts'
import { AppError } from '../lib/app-error.ts'
import { openApiDocument } from '../lib/open-api.ts'
import { groupOf, groupsOf } from './groups.ts'
import { referenceStyles } from './reference-styles.ts'

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The API reference: `/openapi.json` and the page `/docs`, both generated from the declarations at
 * the first request. Few installations ever request them, and the document and the page's
 * libraries take megabytes.
 */
export function registerReference(api: FastifyInstance, version: string): void {
  const writeDocument = later(() => {
    const tags = groupsOf(Object.values(endpoints).map(({ path }) => path))
    return openApiDocument(endpoints, { version, tags, tagOf: ({ path }) => groupOf(path) })
  })
  const openPages = later(() => createPages(writeDocument()))
  // Half a megabyte, so it is generated once.
  const writeJson = later(() => {
    const plain = Buffer.from(JSON.stringify(writeDocument()))
    const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`
    return { plain, packed: gzipSync(plain), etag }
  })
  api.get('/openapi.json', (request, reply) => {
    const { plain, packed, etag } = writeJson()
    reply.headers({ etag, 'cache-control': 'public, no-cache', vary: 'accept-encoding' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    if (!request.headers['accept-encoding']?.includes('gzip')) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(packed)
  })
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const pages = await openPages()
    const page = await pages.inject({ method: 'GET', url: request.url, headers: request.headers })
    if (page.statusCode === 404) throw new AppError('not_found')
    for (const [name, value] of Object.entries(page.headers))
      if (!connectionHeaders.has(name) && value !== undefined) reply.header(name, value)
    return reply.code(page.statusCode).send(page.rawPayload.length > 0 ? page.rawPayload : undefined)
  }
  api.get('/docs', answer)
  api.get('/docs/*', answer)
}

/** Hop-by-hop headers, and `date`: the server of the connection writes them. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date'])

async function createPages(document: object): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const pages = Fastify()
  await pages.register(swagger, { mode: 'static', specification: { document: document as never } })
  await pages.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: contentSecurityPolicy,
    uiConfig: {
      // Without the framework's bar, which also switches to its own colours.
      layout: 'BaseLayout',
      docExpansion: 'list',
      defaultModelsExpandDepth: -1,
      displayRequestDuration: true,
    },
    theme: {
      title: 'Gatehouse API reference',
      // Without its own icon the page uses /favicon.ico, the product's.
      favicon: [],
      css: [{ filename: 'gatehouse.css', content: referenceStyles() }],
    },
  })
  await pages.ready()
  return pages
}
