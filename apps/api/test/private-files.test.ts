import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from './database.ts'

const source = join(import.meta.dirname, '../src')
const programs = (await readdir(source, { recursive: true })).filter((file) =>
  /(?:^main|-command)\.ts$/.test(file),
)
test.each(programs)('%s closes its files to others', async (file) => {
  expect(await readFile(join(source, file), 'utf8')).toMatch(/^await runProgram\(async \(\) => \{$/m)
})

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-private-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs Node.js with the usual umask of most systems: files are readable for everyone. */
const runOpen = (args: string[], settings: Record<string, string>) =>
  promisify(execFile)('sh', ['-c', 'umask 022 && exec "$@"', 'sh', process.execPath, ...args], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...settings },
  })

/** The names in a folder, with their modes. */
async function modesIn(folder: string): Promise<[name: string, mode: string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries.map(async (entry) => {
      const { mode } = await stat(join(entry.parentPath, entry.name))
      return [entry.name, `${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`]
    }),
  )
}

test('other users cannot read a photo that a program stores', async () => {
  const folder = await makeFolder()
  const [program, photos] = ['lib/run-program.ts', 'storage/photos.ts'].map((file) =>
    JSON.stringify(pathToFileURL(join(source, file))),
  )
  const code = `
    import { runProgram } from ${program}
    import { createPhotoStore } from ${photos}
    const store = createPhotoStore(${JSON.stringify(folder)})
    await runProgram(async () => void (await store.save('client', 'ana', new Uint8Array([1]))))`
  await runOpen(['--input-type=module', '--eval', code], {})
  const modes = await modesIn(folder)
  expect(modes.map(([name]) => name)).toEqual(
    expect.arrayContaining(['client', 'ana', expect.stringMatching(/\.webp$/)]),
  )
  expect(new Set(modes.map(([, mode]) => mode))).toEqual(new Set(['folder 700', 'file 600']))
})

test('other users cannot read a backup', async () => {
  const [dataDir, tools, database] = await Promise.all([makeFolder(), makeFolder(), createTestDatabase()])
  onTestFinished(() => database.drop())
  // Replaces PostgreSQL's pg_dump, which may be missing here or older than the server.
  const dump = '#!/bin/sh\necho x\n'
  await writeFile(join(tools, 'pg_dump'), dump, { mode: 0o700 })
  await runOpen([join(source, 'maintenance-command.ts'), 'backup'], {
    PATH: [tools, process.env['PATH']].join(delimiter),
    DATA_DIR: dataDir,
    DATABASE_URL: database.adminUrl,
    DATABASE_RUNTIME_URL: database.runtimeUrl,
    SECRET_KEY: randomBytes(32).toString('base64url'),
  })
  const modes = await modesIn(join(dataDir, 'backups'))
  expect(modes.map(([name]) => name)).toEqual(
    expect.arrayContaining(['manifest.json', 'manifest.json.sha256', 'gatehouse.dump']),
  )
  expect(new Set(modes.map(([, mode]) => mode))).toEqual(new Set(['folder 700', 'file 600']))
  expect((await stat(join(dataDir, 'backups'))).mode & 0o777).toBe(0o700)
})
