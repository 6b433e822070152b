import { hostname } from 'node:os'
import { Writable } from 'node:stream'
import Fastify, { LogController } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { kindOf } from '../lib/app-error.ts'
import { genReqId, loggerOptions, registerRequestLog } from './logging.ts'

interface Line {
  msg: string
  level: number
  route?: string
  reqId?: string
  failures?: number
}

function openApp() {
  const lines: Line[] = []
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(JSON.parse(chunk.toString()) as Line)
      done()
    },
  })
  const app = Fastify({
    logger: { ...loggerOptions('info'), stream },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId,
  })
  registerRequestLog(app)
  for (const url of ['/health/ready', '/metrics', '/things/:id']) app.get(url, () => ({}))
  app.get('/health/live', (_, reply) => reply.code(503).send({}))
  return { app, lines }
}

afterEach(() => void vi.restoreAllMocks())

it('each line names machine and process, and that of a request the id which its response has', async () => {
  const { app, lines } = openApp()
  const sent = { 'x-request-id': 'chosen by the caller' }
  const responses = [await app.inject({ url: '/things/1', headers: sent }), await app.inject('/things/2')]
  const ids = responses.map(({ headers }) => headers['x-request-id'])
  expect(new Set(ids).size).toBe(2)
  expect(ids.join(' ')).not.toContain('chosen')
  expect(lines).toMatchObject(
    ids.map((reqId) => ({ reqId, route: '/things/:id', hostname: hostname(), pid: process.pid })),
  )
  await app.close()
})

it('what monitoring asks for is logged only where it fails', async () => {
  const { app, lines } = openApp()
  for (const url of ['/health/ready', '/metrics', '/health/live']) await app.inject(url)
  expect(lines.map(({ route }) => route)).toEqual(['/health/live'])
  await app.close()
})

it('a database that is down is one line a minute with a count, and other failures stay', async () => {
  const { app, lines } = openApp()
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const away = Object.assign(new Error('no'), { code: 'CONNECTION_CLOSED' })
  const wrapped = new Error('Failed query', { cause: away })
  const fail = (error: unknown, message: string) => app.log.error({ failure: kindOf(error) }, message)
  for (const [at, error] of [
    [0, away],
    [1000, wrapped],
    [59_000, away],
    [60_000, away],
    [61_000, away],
  ] as const) {
    now = at
    fail(error, `a job at ${at}`)
  }
  fail(new RangeError('other'), 'another failure')
  fail(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), 'a mail server')
  expect(lines.map(({ msg, failures }) => [msg, failures])).toEqual([
    ['the database is unavailable', 1],
    ['the database is unavailable', 3],
    ['another failure', undefined],
    ['a mail server', undefined],
  ])
  await app.close()
})
