import { chmod, cp, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isRoot, makeFolder, query, startServer } from './fixtures/scenario.ts'
import { restoreCluster } from './restore-cluster.ts'

test('an embedded server starts empty, in UTF-8 and UTC, on the loopback address only, behind a password', async () => {
  const server = await startServer({ dataDir: await makeFolder() })
  const [row] = await query(
    server.adminUrl,
    `select current_setting('server_version_num')::int / 10000 as major, current_setting('timezone') as zone,
            current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
            current_setting('unix_socket_directories') as sockets, lower('ÀÉ') as lowered`,
  )
  expect(row).toEqual({
    major: 18,
    zone: 'UTC',
    addresses: '127.0.0.1',
    encoding: 'UTF8',
    sockets: '',
    lowered: 'àé',
  })
  expect(server.adopted).toBe(false)
  const wrong = new URL(server.adminUrl)
  wrong.password = 'wrong'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  const passwordFile = join(dirname(server.dataDir), 'password')
  expect((await stat(passwordFile)).mode & 0o777).toBe(0o600)
  expect((await stat(server.dataDir)).mode & 0o777).toBe(0o700)
})

test('data in folders that were closed to others stays where it is', async () => {
  const parentDir = join(await makeFolder(), 'data')
  await mkdir(parentDir, { mode: 0o700 })
  const dataDir = join(parentDir, 'postgres')
  const first = await startServer({ dataDir, parentDir })
  expect(first.dataDir).toBe(join(dataDir, 'cluster', 'data'))
  await query(first.adminUrl, 'create table kept (n int)', 'insert into kept values (7)')
  await first.stop()

  const folders = [parentDir, dataDir, join(dataDir, 'cluster')]
  await Promise.all(folders.map((folder) => chmod(folder, 0o700)))
  const second = await startServer({ dataDir, parentDir })
  expect(await query(second.adminUrl, 'select n from kept')).toEqual([{ n: 7 }])
  const modes = await Promise.all(folders.map(async (folder) => (await stat(folder)).mode & 0o777))
  expect(new Set(modes)).toEqual(new Set([isRoot ? 0o711 : 0o700]))
})

test('a restore whose folder a start has taken meanwhile says so, and changes nothing', async () => {
  const lost = await startServer({ dataDir: await makeFolder() })
  await lost.stop()
  const options = { dataDir: await makeFolder(), parentDir: '/' }
  let started: Awaited<ReturnType<typeof startServer>> | undefined
  const restored = restoreCluster(options, async (data) => {
    await cp(lost.dataDir, data, { recursive: true })
    started = await startServer(options)
    await query(started.adminUrl, 'create table kept (n int)')
  })
  await expect(restored).rejects.toThrow(/^There is a database in /)
  expect(await query(started?.adminUrl ?? '', 'select n from kept')).toEqual([])
})
