import { spawn } from 'node:child_process'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serverAccount } from '../../../src/db/embedded/account.ts'
import {
  deadPid,
  eventually,
  holderServer,
  killHard,
  makeFolder,
  namesLike,
} from '../../../src/db/embedded/fixtures/scenario.ts'
import { query, startHolder, startServer } from '../../../src/db/embedded/fixtures/scenario.ts'
import { isProcessAlive, isPostmasterOn } from '../../../src/db/embedded/processes.ts'

describe('an embedded server', () => {
  test('keeps data, address and password over a restart, and puts the old log aside', async () => {
    const dataDir = await makeFolder()
    const first = await startServer({ dataDir, durable: true })
    await query(first.adminUrl, 'create table kept (n int)', 'insert into kept values (7)')
    const pid = first.pid!
    await first.stop()
    expect(isProcessAlive(pid)).toBe(false)

    const second = await startServer({ dataDir, durable: true })
    expect(second.adminUrl).toBe(first.adminUrl)
    expect(await query(second.adminUrl, 'select n from kept')).toEqual([{ n: 7 }])
    expect((await readFile(join(dataDir, 'server.log'), 'utf8')).match(/starting PostgreSQL/g)).toHaveLength(
      1,
    )
  })

  test('heals on the same address, with its data, when its main process is killed', async () => {
    const ends: string[] = []
    const server = await startServer({
      dataDir: await makeFolder(),
      durable: true,
      onExit: (how) => ends.push(how),
    })
    await query(server.adminUrl, 'create table kept (n int)', 'insert into kept values (7)')
    for (const round of [1, 2]) {
      const before = server.pid!
      process.kill(before, 'SIGKILL')
      expect(await eventually(() => query(server.adminUrl, 'select n from kept'))).toEqual([{ n: 7 }])
      await eventually(async () => (server.pid === before ? undefined : true))
      expect(ends).toHaveLength(round)
    }
    expect(ends[0]).toContain('SIGKILL')
  })

  test('heals although a backend is still busy with a long query', async () => {
    const server = await startServer({ dataDir: await makeFolder(), durable: true })
    const busy = query(server.adminUrl, 'select count(*) from generate_series(1, 100000000000)').catch(
      () => 'cut off',
    )
    const countBusy = `select count(*)::int as n from pg_stat_activity where query like '%generate_series%' and pid <> pg_backend_pid()`
    await eventually(async () => ((await query(server.adminUrl, countBusy))[0]?.n === 1 ? true : undefined))
    const before = server.pid!
    process.kill(before, 'SIGKILL')
    expect(await eventually(() => query(server.adminUrl, 'select 1 as one'))).toEqual([{ one: 1 }])
    expect(await eventually(async () => (server.pid === before ? undefined : true))).toBe(true)
    expect(await busy).toBe('cut off')
  })

  test('does not come back after it was stopped, even when stopped in the middle of healing', async () => {
    const server = await startServer({ dataDir: await makeFolder() })
    const before = server.pid!
    process.kill(before, 'SIGKILL')
    await eventually(async () => (isProcessAlive(before) ? undefined : true))
    await Promise.all([server.stop(), server.stop()])
    const file = await readFile(join(server.dataDir, 'postmaster.pid'), 'utf8').catch(() => '0')
    expect(await isPostmasterOn(Number.parseInt(file, 10), server.dataDir)).toBe(false)
    await expect(query(server.adminUrl, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
  })

  test('refuses data of another major version with a sentence', async () => {
    const dataDir = await makeFolder()
    const server = await startServer({ dataDir })
    await server.stop()
    await writeFile(join(server.dataDir, 'PG_VERSION'), '17\n')
    await expect(startServer({ dataDir })).rejects.toThrow(/belongs to PostgreSQL 17.*brings PostgreSQL 18/)
  })

  test('tells what the log says when it cannot start', async () => {
    const dataDir = await makeFolder()
    const server = await startServer({ dataDir })
    await server.stop()
    await writeFile(join(server.dataDir, 'postgresql.conf'), 'no_such_setting = 1\n')
    await expect(startServer({ dataDir })).rejects.toThrow(/no_such_setting/)
  })
})

describe('after a crash', () => {
  test('the server of a killed parent is adopted, healed and stopped like an own one', async () => {
    const dataDir = await makeFolder()
    const holder = startHolder(dataDir)
    const orphan = await holderServer(holder)
    await query(orphan.adminUrl, 'create table kept (n int)', 'insert into kept values (7)')
    await killHard(holder)

    const server = await startServer({ dataDir })
    expect(server).toMatchObject({ adopted: true, adminUrl: orphan.adminUrl })
    expect(server.pid).toBe(orphan.pid)

    process.kill(orphan.pid, 'SIGKILL')
    expect(await eventually(() => query(server.adminUrl, 'select n from kept'))).toEqual([{ n: 7 }])
    const healed = await eventually(async () => (server.pid === orphan.pid ? undefined : server.pid))
    await server.stop()
    expect(isProcessAlive(healed)).toBe(false)
  })

  test('an adopted server that never falls is stopped too', async () => {
    const dataDir = await makeFolder()
    const holder = startHolder(dataDir)
    const orphan = await holderServer(holder)
    await killHard(holder)
    const server = await startServer({ dataDir })
    await server.stop()
    expect(await isPostmasterOn(orphan.pid, orphan.dataDir)).toBe(false)
  })

  test.for([
    ['a dead process', () => deadPid()],
    ['another living process', (pid: number) => pid],
  ] as const)('a left-over postmaster.pid that names %s does not stop a start', async ([, pidFor]) => {
    const dataDir = await makeFolder()
    const server = await startServer({ dataDir })
    await query(server.adminUrl, 'create table kept (n int)', 'insert into kept values (7)')
    const file = join(server.dataDir, 'postmaster.pid')
    const left = await readFile(file, 'utf8')
    await server.stop()

    // With the server's account, so that PostgreSQL itself would accept the file.
    const account = await serverAccount(server.dataDir)
    const stranger = spawn('sleep', ['60'], {
      stdio: 'ignore',
      ...(account && { uid: account.uid, gid: account.gid }),
    })
    onTestFinished(() => void stranger.kill('SIGKILL'))
    await writeFile(file, left.replace(/^\d+/, String(pidFor(stranger.pid!))))

    const next = await startServer({ dataDir })
    expect(next.adopted).toBe(false)
    expect(await query(next.adminUrl, 'select n from kept')).toEqual([{ n: 7 }])
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  })

  test('an initialisation that was killed in the middle is thrown away and done again', async () => {
    const dataDir = await makeFolder()
    const holder = startHolder(dataDir)
    await eventually(async () => {
      const [name] = await namesLike(dataDir, 'unfinished-')
      return name && (await namesLike(join(dataDir, name, 'data'), 'base'))[0]
    })
    await killHard(holder)
    expect(await namesLike(dataDir, 'cluster')).toEqual([])

    const server = await startServer({ dataDir })
    expect(await query(server.adminUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(dataDir)).sort()).toEqual(['cluster', 'server.log'])
  })
})
