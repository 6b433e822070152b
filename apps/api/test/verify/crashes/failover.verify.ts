import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoKeys } from '../../../src/demo/accounts.ts'
import { programOf } from '../../../src/db/embedded/binaries.ts'
import { childOptions } from '../../../src/db/embedded/cluster.ts'
import { eventually } from '../../../src/db/embedded/fixtures/scenario.ts'
import { pathsIn } from '../../../src/db/embedded/server-paths.ts'
import { serverArguments } from '../../../src/db/embedded/postmaster.ts'
import { type EmbeddedPostgres, locateServer, startEmbeddedPostgres } from '../../../src/db/embedded/start.ts'
import { unpack, readBackupFolder, writeBackupFolder } from '../../../src/maintenance/backup-folder.ts'
import { copyCluster } from '../../../src/maintenance/cluster-backup.ts'
import { freePort, type RunningServer, startRunningServer } from '../../running-server.ts'
import { ask } from '../nodes.ts'

const STANDBY = 'standby'

let folder: string
let primary: EmbeddedPostgres
let standby: ChildProcess | undefined
let standbySql: Sql
let server: RunningServer | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-failover-'))
  await chmod(folder, 0o711)
  primary = await startEmbeddedPostgres({ dataDir: join(folder, 'primary'), parentDir: folder })
  const admin = postgres(primary.adminUrl, { max: 1, onnotice: () => {} })
  await admin`create database gatehouse`
  const port = await freePort()
  standby = await startStandby(admin, port)
  const standbyUrl = new URL(primary.adminUrl)
  standbyUrl.port = String(port)
  standbySql = postgres(standbyUrl.href, { max: 1, onnotice: () => {} })
  await eventually(() => standbySql`select pg_is_in_recovery()`)
  // An acknowledged sign-in is on both servers.
  await admin.unsafe(`alter system set synchronous_standby_names = '${STANDBY}'`)
  await admin`select pg_reload_conf()`
  await admin.end()

  const { port: primaryPort, username, password } = new URL(primary.adminUrl)
  const hosts = [primaryPort, String(port)].map((each) => `127.0.0.1:${each}`).join(',')
  server = await startRunningServer({
    DATABASE_URL: `postgres://${username}:${password}@${hosts}/gatehouse`,
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    DEMO: 'on',
    BREACH_URL: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
  })
})
afterAll(async () => {
  await server?.stop()
  await standbySql.end({ timeout: 1 })
  standby?.kill('SIGQUIT')
  await primary.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Starts a server that replicates the primary, from a base backup of it. */
async function startStandby(admin: Sql, port: number): Promise<ChildProcess> {
  const backup = join(folder, 'backup')
  const { signal } = new AbortController()
  await writeBackupFolder(backup, async (writer) => {
    await copyCluster(admin, primary.dataDir, writer, signal)
    return {
      version: '0.0.0',
      made_at: new Date().toISOString(),
      database: 'cluster',
      postgres: 18,
      schema: 0,
      secret_key_id: null,
      rows: {},
    }
  })
  const { binaries, account } = await locateServer({ dataDir: join(folder, STANDBY), parentDir: folder })
  const { data } = pathsIn(join(folder, STANDBY))
  await mkdir(data, { recursive: true })
  await unpack(backup, await readBackupFolder(backup), 'database', data)
  const { port: primaryPort, password } = new URL(primary.adminUrl)
  await writeFile(join(data, 'standby.signal'), '')
  await writeFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=postgres password=${password} application_name=${STANDBY}'\n`,
  )
  for (const path of [join(folder, STANDBY, 'cluster'), data, ...(await below(data))]) {
    await chmod(path, 0o700)
    if (account) await chown(path, account.uid, account.gid)
  }
  return spawn(programOf(binaries, 'postgres'), serverArguments(data, port, true), {
    ...childOptions(account, folder),
    stdio: 'ignore',
  })
}

const below = async (path: string) =>
  (await readdir(path, { recursive: true })).map((name) => join(path, name))

test('a failover to a streaming replica is followed, and no acknowledged sign-in is lost', async () => {
  const origin = server?.origin ?? ''
  const machine = await ask(origin, 'GET', `/checkin/machine-data?method=${demoKeys.plain}`)
  const connected = await standbySql`
    select count(*)::int as connections from pg_stat_activity where application_name like 'gatehouse%'`
  expect(connected).toEqual([{ connections: 0 }])

  const statuses: { status: number; at: number; tookMs: number }[] = []
  const acknowledged: string[] = []
  let isOver = false
  let visitors = 0
  const signInAlways = async () => {
    while (!isOver) {
      visitors += 1
      const lastName = `Visitor${visitors}`
      const at = performance.now()
      const { status } = await ask(origin, 'POST', '/checkin', {
        machineId: machine.body['id'],
        firstName: 'Rosa',
        lastName,
        mobile: `+614${10_000_000 + visitors}`,
      }).catch(() => ({ status: 0 }))
      statuses.push({ status, at, tookMs: performance.now() - at })
      if (status === 200) acknowledged.push(lastName)
    }
  }
  const visiting = Promise.all([signInAlways(), signInAlways(), signInAlways()])
  await expect.poll(() => acknowledged.length).toBeGreaterThan(50)

  // The primary's machine is lost. Somebody promotes the standby.
  const lostAt = performance.now()
  await primary.stop()
  await standbySql`select pg_promote()`
  const promotedAt = performance.now()
  const before = acknowledged.length
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50)
  isOver = true
  await visiting

  const failed = statuses.filter(({ status }) => status !== 200)
  const back = statuses.find(({ status, at }) => status === 200 && at > promotedAt)
  console.log(
    `${failed.length} of ${statuses.length} sign-ins failed (${[...new Set(failed.map(({ status }) => status))].join(', ')}); ` +
      `the first one after the promotion came ${Math.round((back?.at ?? Number.NaN) - promotedAt)} ms later, ` +
      `${Math.round((back?.at ?? Number.NaN) - lostAt)} ms after the loss.`,
  )
  expect(failed.filter(({ status }) => status !== 503)).toEqual([])
  const names = await namesOnStandby()
  expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
}, 120_000)

async function namesOnStandby(): Promise<Set<string>> {
  const url = new URL(primary.adminUrl)
  url.port = String(standbySql.options.port[0])
  url.pathname = '/gatehouse'
  const sql = postgres(url.href, { max: 1 })
  try {
    const rows = await sql<{ name: string }[]>`select last_name as name from visits where first_name = 'Rosa'`
    return new Set(rows.map(({ name }) => name))
  } finally {
    await sql.end()
  }
}
