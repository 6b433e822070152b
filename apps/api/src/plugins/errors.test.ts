import { Readable, Writable } from 'node:stream'
import { errorSentences } from '@gatehouse/validation/error-sentences'
import Fastify from 'fastify'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { DecryptionError } from '../lib/encryption.ts'
import { registerErrors } from './errors.ts'
import { loggerOptions } from './logging.ts'

function openApp() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
      done()
    },
  })
  const app = Fastify({ logger: { ...loggerOptions('warn'), stream } })
  registerErrors(app)
  return { app, lines }
}

async function responseTo(error: Error) {
  const { app, lines } = openApp()
  app.post('/things/:id', () => {
    throw error
  })
  const response = await app.inject({ method: 'POST', url: '/things/42?name=canary' })
  await app.close()
  return { response, lines }
}

it('what was encrypted with another key is 503, and the log names the setting as something to mend', async () => {
  const { response, lines } = await responseTo(new DecryptionError())
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('60')
  expect(response.json()).toMatchObject({ code: 'unavailable' })
  expect(response.body).not.toContain('SECRET_KEY')
  expect(lines).toMatchObject([
    { level: 50, route: '/things/:id', failure: { message: expect.stringContaining('SECRET_KEY') } },
  ])
})

it('a statement that took too long is 503 in a sentence, and the log has its code and no more', async () => {
  const error = Object.create(postgres.PostgresError.prototype) as Error
  const { response, lines } = await responseTo(
    Object.assign(error, { code: '57014', severity: 'ERROR', message: 'canary', stack: 'canary' }),
  )
  expect(response.statusCode).toBe(503)
  expect(response.json()).toMatchObject({ code: 'unavailable', message: errorSentences.unavailable })
  expect(lines).toMatchObject([{ level: 40, failure: { code: '57014', message: 'database error' } }])
  expect(JSON.stringify(lines)).not.toMatch(/canary|stack/)
})

it('an unforeseen error is 500 without its words, and the log has them', async () => {
  const { response, lines } = await responseTo(new RangeError('too many doors'))
  expect(response.statusCode).toBe(500)
  expect(response.headers['retry-after']).toBeUndefined()
  expect(response.json()).toMatchObject({ code: 'internal' })
  expect(response.body).not.toContain('doors')
  expect(lines).toMatchObject([{ level: 50, failure: { type: 'RangeError', message: 'too many doors' } }])
  expect(JSON.stringify(lines)).not.toContain('canary')
})

it('an export that fails after its first part cuts the connection, and the log has its code and no more', async () => {
  const { app, lines } = openApp()
  const lost = Object.create(postgres.PostgresError.prototype) as Error
  Object.assign(lost, { code: '57P01', severity: 'FATAL', message: 'canary', stack: 'canary' })
  app.get('/export', (_, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          yield 'first part'
          throw lost
        })(),
      ),
    ),
  )
  const response = await fetch(`${await app.listen({ port: 0 })}/export`)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
  await app.close()
  expect(lines).toMatchObject([{ level: 40, err: { code: '57P01', message: 'database error' } }])
  expect(JSON.stringify(lines)).not.toContain('canary')
})
