import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { createDatabase } from '../db/client.ts'
import { openDataKey } from '../db/data-key.ts'
import { installationScope } from '../db/scopes.ts'
import { createPhotoStore } from '../storage/photos.ts'
import { nightlyBackupJob } from './nightly-backup.ts'

test('a backup is made and recorded once a night, and a failure is recorded and reported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-nightly-'))
  const database = await createTestDatabase()
  const sql = postgres(database.adminUrl, { max: 1 })
  const db = createDatabase({ runtimeUrl: database.runtimeUrl, connections: 1 })
  onTestFinished(async () => {
    await Promise.all([db.close(), sql.end()])
    await database.drop()
    await rm(folder, { recursive: true, force: true })
    vi.unstubAllEnvs()
  })
  await openDataKey(database.ownerUrl, [randomBytes(32).toString('base64url')])
  // Replaces PostgreSQL's pg_dump, which may be missing here or older than the server.
  const setTool = (script: string) =>
    writeFile(join(folder, 'pg_dump'), `#!/bin/sh\n${script}\n`, { mode: 0o700 })
  vi.stubEnv('PATH', [folder, process.env['PATH']].join(delimiter))
  const backups = join(folder, 'backups')
  const job = nightlyBackupJob({
    source: { kind: 'dump', url: database.adminUrl },
    ownerUrl: database.ownerUrl,
    photos: createPhotoStore(folder),
    folder: backups,
    keep: { daily: 7, weekly: 4 },
    version: '1.0.0',
  })
  const report = vi.fn()
  const log = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() }
  const { signal } = new AbortController()
  const run = () =>
    job.run({ db, installation: installationScope(), clock: () => new Date(), log, signal, report })
  const runs = () =>
    sql`select kind, succeeded, bytes is not null as sized from maintenance_runs order by finished_at`

  await setTool('echo x')
  await run()
  expect(await runs()).toEqual([])

  await sql`update data_keys set created_at = now() - interval '2 days'`
  await setTool('exit 1')
  await run()
  expect(report).toHaveBeenCalledTimes(1)
  expect(await readdir(backups)).toEqual([])

  await setTool('echo x')
  await run()
  await run()
  expect(await readdir(backups)).toHaveLength(1)
  expect(await runs()).toEqual([
    { kind: 'backup', succeeded: false, sized: false },
    { kind: 'backup', succeeded: true, sized: true },
  ])
  expect(report).toHaveBeenCalledTimes(1)
})
