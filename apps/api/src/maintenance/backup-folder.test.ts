import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readBackupFolder, unpack, writeBackupFolder } from './backup-folder.ts'

const facts = {
  version: '1.0.0',
  made_at: '2026-11-20T03:00:00.000Z',
  database: 'cluster',
  postgres: 18,
  schema: 1,
  secret_key_id: '12345678',
  rows: {},
} as const

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Writes a backup with one plain and two compressed files. */
async function makeBackup(): Promise<string> {
  const parent = await makeFolder()
  const cluster = join(parent, 'cluster')
  await writeFile(cluster, 'a page of the database'.repeat(1000))
  const backup = join(parent, 'backup')
  await writeBackupFolder(backup, async (writer) => {
    writer.addFolder('database/pg_wal')
    await writer.addCopy('database/base/1/1259.zst', cluster)
    expect(await writer.addCopy('database/base/1/gone.zst', join(parent, 'gone'))).toBe(false)
    await writer.addBytes('database/backup_label.zst', 'START WAL LOCATION')
    await writer.addBytes('storage/photos/ana.webp', new Uint8Array([1, 2, 3]))
    return facts
  })
  return backup
}

const damages: [what: string, damage: (backup: string) => Promise<unknown>, says: RegExp][] = [
  ['no manifest', (backup) => rm(join(backup, 'manifest.json')), /manifest\.json is missing/],
  ['no hash of the manifest', (backup) => rm(join(backup, 'manifest.json.sha256')), /sha256 is missing/],
  ['no folder', (backup) => rm(backup, { recursive: true }), /manifest\.json is missing/],
  ['a changed manifest', (backup) => flip(join(backup, 'manifest.json')), /manifest\.json.* was changed/],
  ['a changed hash', (backup) => flip(join(backup, 'manifest.json.sha256')), /manifest\.json.* was changed/],
  [
    'a flipped byte',
    (backup) => flip(join(backup, 'database/base/1/1259.zst')),
    /damaged: database\/base\/1\/1259\.zst was changed\.$/,
  ],
  [
    'a truncated photo',
    (backup) => truncate(join(backup, 'storage/photos/ana.webp'), 2),
    /ana\.webp has 2 bytes instead of 3/,
  ],
  [
    'a missing file',
    (backup) => rm(join(backup, 'database/backup_label.zst')),
    /backup_label\.zst is missing/,
  ],
  [
    'a folder in place of a file',
    async (backup) => {
      await rm(join(backup, 'storage/photos/ana.webp'))
      await mkdir(join(backup, 'storage/photos/ana.webp'))
    },
    /ana\.webp is missing/,
  ],
  [
    'a manifest that is no JSON',
    async (backup) => {
      await writeFile(join(backup, 'manifest.json'), 'no')
      const hash = createHash('sha256').update('no').digest('hex')
      await writeFile(join(backup, 'manifest.json.sha256'), `${hash}  manifest.json\n`)
    },
    /a backup of a later Gatehouse/,
  ],
]

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(file, bytes)
}

test.each(damages)('a backup with %s is refused, and what is wrong is named', async (_, damage, says) => {
  const backup = await makeBackup()
  await damage(backup)
  await expect(readBackupFolder(backup)).rejects.toThrow(says)
})

test.each(['database/../../etc', '/etc', 'storage/a\u0000b', 'elsewhere/a'])(
  'a path that leads out of the restored folders is refused, when written and when read: %j',
  async (path) => {
    const parent = await makeFolder()
    const writing = writeBackupFolder(join(parent, 'written'), async (writer) => {
      writer.addFolder(path)
      return facts
    })
    await expect(writing).rejects.toThrow()
    expect(await readdir(parent)).toEqual([])

    const backup = await makeBackup()
    const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8')) as object
    const text = JSON.stringify({ ...manifest, folders: [path] })
    await writeFile(join(backup, 'manifest.json'), text)
    const hash = createHash('sha256').update(text).digest('hex')
    await writeFile(join(backup, 'manifest.json.sha256'), `${hash}  manifest.json\n`)
    await expect(readBackupFolder(backup)).rejects.toThrow(/later Gatehouse/)
  },
)

test('a whole backup is unpacked as it was', async () => {
  const backup = await makeBackup()
  const target = await makeFolder()
  const manifest = await readBackupFolder(backup)
  await unpack(backup, manifest, 'database', target)
  expect((await readdir(target, { recursive: true })).toSorted()).toEqual([
    'backup_label',
    'base',
    'base/1',
    'base/1/1259',
    'pg_wal',
  ])
  expect(await readFile(join(target, 'base/1/1259'), 'utf8')).toBe('a page of the database'.repeat(1000))
  expect(manifest).toMatchObject(facts)
})

test('a backup that fails leaves nothing', async () => {
  const parent = await makeFolder()
  const failing = writeBackupFolder(join(parent, 'backup'), async (writer) => {
    await writer.addBytes('storage/a', 'a')
    throw new Error('The disk is full.')
  })
  await expect(failing).rejects.toThrow('The disk is full.')
  expect(await readdir(parent)).toEqual([])
})
