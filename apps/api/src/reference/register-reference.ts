import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { FastifyInstance } from 'fastify'
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

/** The reference of the calls: `/openapi.json` and the page `/docs`, both written from the declarations. */
export async function registerReference(api: FastifyInstance, version: string): Promise<void> {
  const tags = groupsOf(Object.values(endpoints).map(({ path }) => path))
  const document = openApiDocument(endpoints, { version, tags, tagOf: ({ path }) => groupOf(path) })
  api.get('/openapi.json', () => document)
  await api.register(swagger, { mode: 'static', specification: { document: document as never } })
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: '/api',
    staticCSP: contentSecurityPolicy,
    uiConfig: {
      // Without the bar of the framework, which also switches to colours of its own.
      layout: 'BaseLayout',
      docExpansion: 'list',
      defaultModelsExpandDepth: -1,
      displayRequestDuration: true,
    },
    theme: {
      title: 'Gatehouse – reference of the calls',
      // Without one of its own the page gets /favicon.ico, the mark of the product.
      favicon: [],
      css: [{ filename: 'gatehouse.css', content: referenceStyles() }],
    },
  })
}
