import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/app-error.ts'

/**
 * Accepts files as the body of the endpoints that declare them. Every other endpoint
 * refuses these types.
 */
export function registerUploads(app: FastifyInstance, endpoints: readonly EndpointDeclaration[]): void {
  const types = new Set(endpoints.flatMap(({ upload }) => upload?.types ?? []))
  for (const type of types) {
    app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, bytes, done) => {
      const { upload } = request.routeOptions.config.endpoint ?? {}
      const coding = request.headers['content-encoding'] ?? 'identity'
      if (!upload?.types.includes(type) || coding.toLowerCase() !== 'identity')
        return done(new AppError('unsupported_media_type'))
      done(null, { type, bytes })
    })
  }
}
