import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findRunningPort } from './find-running.ts'
import { startEmbeddedPostgres } from './start.ts'

test('names the port while a server runs on the folder, and none before and after', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-find-'))
  await chmod(folder, 0o711)
  try {
    expect(await findRunningPort(join(folder, 'nothing'))).toBeUndefined()
    expect(await findRunningPort(folder)).toBeUndefined()
    const server = await startEmbeddedPostgres({ dataDir: folder, durable: false })
    expect(await findRunningPort(folder)).toBe(Number(new URL(server.adminUrl).port))
    await server.stop()
    expect(await findRunningPort(folder)).toBeUndefined()
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
})
