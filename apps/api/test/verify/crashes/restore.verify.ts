import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { logoFile } from '@gatehouse/validation/brand'
import postgres, { type Sql } from 'postgres'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts, demoKeys, demoPassword } from '../../../src/demo/accounts.ts'
import { findRunningServer } from '../../../src/db/embedded/find-running.ts'
import { createPhotoStore } from '../../../src/storage/photos.ts'
import { freePort, type RunningServer, startRunningServer } from '../../running-server.ts'
import { totpCode } from '../../totp-generator.ts'
import { ask, type Asked } from '../nodes.ts'

const source = join(import.meta.dirname, '../../../src')
const [, admin] = demoAccounts

let folder: string
let settings: Record<string, string>
let server: RunningServer
/** Every call that the receiver of webhooks and of an external API got. */
const received: { headers: IncomingHttpHeaders; body: string }[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => (body += text))
  request.on('end', () => {
    received.push({ headers: request.headers, body })
    response.writeHead(204).end()
  })
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-restore-'))
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  settings = {
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'backups'),
    PORT: String(await freePort()),
    DEMO: 'on',
    BREACH_URL: 'off',
    OUTBOUND_ALLOWED: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  server = await startRunningServer(settings)
})
afterAll(async () => {
  await server.stop()
  receiver.close()
  await rm(folder, { recursive: true, force: true })
})

const call = async (method: string, path: string, body?: object, token?: string): Promise<Asked['body']> => {
  const asked = await ask(server.origin, method, path, body, token === undefined ? {} : { token })
  expect(asked.status, `${method} ${path}: ${asked.text}`).toBeLessThan(300)
  return asked.body
}

async function logIn(factor?: { type: 'totp' | 'recovery-codes'; code: string }): Promise<string> {
  const { token } = await call('POST', '/login', { email: admin.email, password: demoPassword })
  if (factor) expect(await call('POST', '/2fa/verify', factor, String(token))).toMatchObject({ valid: true })
  return String(token)
}

async function upload(path: string, token: string): Promise<string> {
  const image = sharp({ create: { width: 300, height: 300, channels: 3, background: '#1d4ed8' } })
  const response = await fetch(`${server.origin}/api${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: new Uint8Array(await image.png().toBuffer()),
  })
  const text = await response.text()
  expect(response.status, text).toBeLessThan(300)
  return text
}

let signedIn = 0
/** Signs a visitor in. @returns the id of the visit */
async function signIn(): Promise<string> {
  signedIn += 1
  const { id } = await call('GET', `/checkin/machine-data?method=${demoKeys.plain}`)
  const answer = await call('POST', '/checkin', {
    machineId: id,
    firstName: 'Rosa',
    lastName: `Visitor${signedIn}`,
    mobile: `+614${10_000_000 + signedIn}`,
  })
  return String(answer['checkOutToken'])
}

/** Works on the embedded database as its superuser. */
async function withDatabase<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const running = await findRunningServer(join(settings['DATA_DIR'] ?? '', 'postgres'))
  if (!running) throw new Error('The database does not run.')
  const sql = postgres({
    host: '127.0.0.1',
    port: running.port,
    database: 'gatehouse',
    username: 'postgres',
    password: await running.readPassword(),
    max: 1,
  })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

const visitIds = (): Promise<string[]> =>
  withDatabase(async (sql) => (await sql<{ id: string }[]>`select id from visits`).map(({ id }) => id))

/** A hash of each table that no job, login or check-in changes. */
const hashes = (): Promise<Record<string, string>> =>
  withDatabase(async (sql) => {
    const found: Record<string, string> = {}
    for (const table of ['sites', 'sign_in_methods', 'questions', 'bans', 'data_keys']) {
      const [row] = await sql.unsafe<{ hash: string }[]>(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${table} t`,
      )
      found[table] = row?.hash ?? ''
    }
    return found
  })

/** Runs an operator's command. @returns what it printed */
async function run(command: string, args: string[], more: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(source, command), ...args], {
    env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'error', ...settings, ...more },
  })
  return stdout
}

const signatureOf = ({ headers, body }: (typeof received)[number], secret: Uint8Array) =>
  createHmac('sha256', secret)
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64')

test('everything before a backup comes back on an empty machine, and only what followed is lost', async () => {
  const token = await logIn()
  const me = await call('GET', '/me', undefined, token)
  const clientId = String(me['client_id'])
  const totp = (await call('POST', '/2fa/new-totp-method', undefined, token)) as {
    id: string
    secret: string
  }
  const codes = (await call('POST', '/2fa/new-recovery-codes', undefined, token)) as {
    id: string
    recoveryCodes: string[]
  }
  await call(
    'POST',
    '/2fa/enable',
    {
      methods: [
        { id: totp.id, type: 'totp', code: totpCode(totp.secret, new Date()) },
        { id: codes.id, type: 'recovery-codes' },
      ],
    },
    token,
  )
  await upload(`/users/${String(me['id'])}/photo`, token)
  const { logo } = JSON.parse(await upload(`/client/${clientId}/logo`, token)) as { logo: string }
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const webhook = (await call('POST', '/webhooks', { url, events: ['user.created'] }, token)) as {
    id: string
    secret: string
  }
  const { items } = (await call('GET', '/sites', undefined, token)) as { items: { id: string }[] }
  const api = `/sites/${items[0]?.id ?? ''}/external-api`
  const apiSecret = 'a secret of twenty-four characters and more'
  await call('PATCH', api, { url, secret: apiSecret, enabled: true }, token)
  const photo = (await ask(server.origin, 'GET', `/users/${String(me['id'])}/photo`, undefined, { token }))
    .text

  // People sign in while the backup is made.
  for (let visitor = 0; visitor < 20; visitor += 1) await signIn()
  const log = await run('verify-log-command.ts', [])
  const head = /the last one ([\da-f]+)/.exec(log)?.[1] ?? ''
  const [before, hashesBefore] = [await visitIds(), await hashes()]
  let isDone = false
  const meanwhile = (async () => {
    while (!isDone) await signIn()
  })()
  const said = await run('maintenance-command.ts', ['backup'])
  isDone = true
  await meanwhile
  const backup = /The backup is in (\S+)/.exec(said)?.[1] ?? ''
  expect(await run('maintenance-command.ts', ['restore-test'])).toContain('was restored and read')

  const atBackup = await visitIds()
  for (let lost = 0; lost < 5; lost += 1) await signIn()
  const lostVisits = (await visitIds()).filter((id) => !atBackup.includes(id))
  expect(lostVisits).toHaveLength(5)

  // The machine is lost. The operator has a copy of the backup and, elsewhere, of the keys.
  await cp(join(folder, 'data/secrets.json'), join(folder, 'secrets.json'))
  const database = await findRunningServer(join(folder, 'data/postgres'))
  await server.kill()
  if (database) process.kill(database.pid, 'SIGKILL')
  await rm(join(folder, 'data'), { recursive: true })
  const start = performance.now()
  await expect(run('restore-command.ts', [backup])).rejects.toThrow(/needs the SECRET_KEY with the id \w{8}/)
  await expect(run('restore-command.ts', [`${backup}-none`])).rejects.toThrow(/manifest\.json is missing/)
  await cp(join(folder, 'secrets.json'), join(folder, 'restored/secrets.json'))
  expect(await run('restore-command.ts', [backup, '--data-dir', join(folder, 'restored')])).toMatch(
    /Restored in .* What happened after \d{4}-.* is not in it/,
  )
  await rename(join(folder, 'restored'), join(folder, 'data'))
  await expect(run('restore-command.ts', [backup])).rejects.toThrow(/There is a database/)
  server = await startRunningServer(settings)
  await signIn()
  console.log(`Restored and signed the first visitor in after ${Math.round(performance.now() - start)} ms.`)

  const after = new Set(await visitIds())
  expect(before.filter((id) => !after.has(id))).toEqual([])
  expect(lostVisits.filter((id) => after.has(id))).toEqual([])
  expect(await hashes()).toEqual(hashesBefore)
  expect(await run('verify-log-command.ts', ['--head', head])).toContain(`head ${head}: in the log`)

  const again = await logIn({ type: 'totp', code: totpCode(totp.secret, new Date(Date.now() + 30_000)) })
  await logIn({ type: 'recovery-codes', code: codes.recoveryCodes[0] ?? '' })
  const photoAfter = await ask(server.origin, 'GET', `/users/${String(me['id'])}/photo`, undefined, {
    token: again,
  })
  expect(photoAfter.text).toBe(photo)
  const images = createPhotoStore(settings['DATA_DIR'] ?? '')
  expect(await images.findImage(logoFile(logo, 80))).not.toBeNull()

  received.length = 0
  await call('POST', `${api}/test`, undefined, again)
  expect(received[0]?.headers['webhook-signature']).toContain(
    signatureOf(received[0]!, Buffer.from(apiSecret)),
  )
  received.length = 0
  await call('POST', `/webhooks/${webhook.id}/test`, undefined, again)
  await expect.poll(() => received.length).toBeGreaterThan(0)
  const key = Buffer.from(webhook.secret.replace('whsec_', ''), 'base64')
  expect(received[0]?.headers['webhook-signature']).toContain(signatureOf(received[0]!, key))
}, 300_000)
