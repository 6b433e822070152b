import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, query, startServer } from './fixtures/scenario.ts'

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
