import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { dropDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { type RunningServer, startRunningServer } from './running-server.ts'
import { totpCode } from './totp-generator.ts'
import { ask } from './verify/nodes.ts'

const database = `gatehouse_logs_${process.pid}`
const admin = inject('testServer').adminUrl
const email = 'canary.person@test.example'
const password = 'a canary in every sentence'
const redisPassword = 'a-canary-for-the-cache'
const newPassword = 'another canary that sings'

let server: RunningServer
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-logs-'))
  const sql = postgres(admin, { max: 1 })
  await sql`create database ${sql(database)}`
  await sql.end()
  const url = new URL(admin)
  url.pathname = `/${database}`
  server = await startRunningServer({
    DATABASE_URL: url.href,
    DATA_DIR: dataDir,
    DEMO: 'off',
    PORT: String(await freePort()),
    BREACH_URL: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'trace',
    // One that is away: what is said of that may not hold its password either.
    REDIS_URL: `redis://:${redisPassword}@127.0.0.1:${await freePort()}`,
  })
})
afterAll(async () => {
  await server.stop()
  await dropDatabase(admin, database)
  await rm(dataDir, { recursive: true, force: true })
})

it('no password, code, token or address stands in a log line, at any level', async () => {
  const { origin, output } = server
  const said = () => output.join('')
  while (!said().includes('/first-admin?token=')) await delay(20)
  const [, firstToken = ''] = /first-admin\?token=([\w-]+)/.exec(said()) ?? []
  // The link for the first administrator is printed for whoever started the program, beside the log.
  const logged = () =>
    said()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n')
  const names = { first_name: 'Canaria', last_name: 'Sings', client_name: 'First', company_no: '1' }
  await ask(origin, 'POST', '/first-admin', { token: firstToken, email, password, ...names })
  const secrets = [firstToken, email, password, newPassword, 'Canaria', 'guessed canary']

  await ask(origin, 'POST', '/login', { email, password: 'guessed canary' })
  const { body } = await ask(origin, 'POST', '/login', { email, password })
  const token = String(body['token'])
  const call = (method: string, path: string, sent?: object) => ask(origin, method, path, sent, { token })
  const totp = (await call('POST', '/2fa/new-totp-method')).body as { id: string; secret: string }
  const codes = (await call('POST', '/2fa/new-recovery-codes')).body as {
    id: string
    recoveryCodes: string[]
  }
  const code = totpCode(totp.secret, new Date())
  const methods = [
    { id: totp.id, type: 'totp', code },
    { id: codes.id, type: 'recovery-codes' },
  ]
  expect((await call('POST', '/2fa/enable', { methods })).body).toEqual({ valid: true })
  await call('POST', '/2fa/verify', { type: 'recovery-codes', code: codes.recoveryCodes[0] })
  await call('PUT', '/password/breach', { password })
  await call('PUT', '/password', { password: 'guessed canary', newPassword })
  expect((await call('PUT', '/password', { password, newPassword })).status).toBe(204)
  await call('POST', '/password/forgot', { email })
  const resetToken = await untilMailed(/reset_password\?token=([\w-]{43})/)
  await call('POST', `/password/validate/${resetToken}`)
  expect((await call('POST', `/password/reset/${resetToken}`, { password })).status).toBe(204)
  await call('POST', '/me/verify-email/guessed-canary')
  secrets.push(redisPassword, token, totp.secret, ...codes.recoveryCodes, resetToken, 'guessed-canary')

  expect(logged()).toContain('"route":"/api/password/reset/:token"')
  expect(logged().match(/Redis is away/g)).toHaveLength(1)
  for (const secret of secrets) expect(logged()).not.toContain(secret)
})

/** Waits for a mail in the outbox folder. @returns the first group of the pattern, with the line breaks of its encoding undone */
async function untilMailed(pattern: RegExp): Promise<string> {
  const folder = join(dataDir, 'outbox')
  for (;;) {
    for (const name of await readdir(folder).catch(() => [])) {
      const mail = await readFile(join(folder, name), 'utf8')
      const found = pattern.exec(mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
      if (found?.[1]) return found[1]
    }
    await delay(50)
  }
}
