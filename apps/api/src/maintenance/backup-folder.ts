import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import * as v from 'valibot'
import { hasCode } from '../lib/has-code.ts'
import { OperatorError } from '../lib/operator-error.ts'

const MANIFEST = 'manifest.json'
/** In the format of `sha256sum`. */
const MANIFEST_HASH = 'manifest.json.sha256'
const COMPRESSED = '.zst'

/** Relative, without `..`: a backup can write only below the folders that it is restored to. */
const path = v.pipe(v.string(), v.regex(/^(?!.*\.\.)(?:database|storage)(?:\/[\w.-]+)*$/))

const Manifest = v.object({
  format: v.literal(1),
  /** The version of Gatehouse that made it. */
  version: v.string(),
  made_at: v.pipe(v.string(), v.isoTimestamp()),
  /**
   * `cluster`: the files of the embedded PostgreSQL, each compressed with Zstandard. `dump`: one
   * file of pg_dump.
   */
  database: v.picklist(['cluster', 'dump']),
  /** The major version of PostgreSQL. */
  postgres: v.number(),
  /** The time of the latest migration. */
  schema: v.number(),
  /** The id of the SECRET_KEY that opens the database; null where it never started. */
  secret_key_id: v.nullable(v.string()),
  /** The rows of each table of a dump. */
  rows: v.record(v.string(), v.number()),
  folders: v.array(path),
  files: v.array(v.object({ path, bytes: v.number(), sha256: v.string() })),
})
export type Manifest = v.InferOutput<typeof Manifest>

/** What a backup says about itself, besides its files. */
export type BackupFacts = Omit<Manifest, 'format' | 'folders' | 'files'>

export interface BackupWriter {
  addFolder: (path: string) => void
  /** Adds a file of this machine; false where it does not exist any more. */
  addCopy: (path: string, source: string) => Promise<boolean>
  addBytes: (path: string, bytes: Uint8Array | string) => Promise<void>
  addStream: (path: string, source: Readable) => Promise<void>
}

/**
 * Writes a backup into a folder, which gets its name when it is complete.
 * @returns the size of its files in bytes
 */
export async function writeBackupFolder(
  folder: string,
  write: (writer: BackupWriter) => Promise<BackupFacts>,
): Promise<number> {
  const unfinished = `${folder}.part`
  await mkdir(unfinished, { recursive: true })
  try {
    const files: Manifest['files'] = []
    const folders: string[] = []
    const pathOf = (name: string) => join(unfinished, name)
    const add = async (name: string, source: Readable) => {
      await mkdir(dirname(pathOf(name)), { recursive: true })
      const target = await open(pathOf(name), 'wx', 0o600)
      const compressing = name.endsWith(COMPRESSED) ? [createZstdCompress()] : []
      const seen = measure()
      await pipeline([source, ...compressing, seen.pass, target.createWriteStream({ flush: true })])
      files.push({ path: name, ...seen.result() })
    }
    const facts = await write({
      addFolder: (name) => folders.push(name),
      async addCopy(name, source) {
        const file = await open(source).catch((error: unknown) => {
          if (!hasCode(error, 'ENOENT')) throw error
        })
        if (file) await add(name, file.createReadStream())
        return file !== undefined
      },
      addBytes: (name, bytes) => add(name, Readable.from([Buffer.from(bytes)])),
      addStream: add,
    })
    // A backup that could not be read again must fail now.
    const manifest = v.parse(Manifest, { format: 1, ...facts, folders, files })
    const text = `${JSON.stringify(manifest, null, 1)}\n`
    await writeFile(pathOf(MANIFEST), text, { flush: true, mode: 0o600 })
    await writeFile(pathOf(MANIFEST_HASH), `${sha256(text)}  ${MANIFEST}\n`, { flush: true, mode: 0o600 })
    await rename(unfinished, folder)
    return files.reduce((sum, { bytes }) => sum + bytes, 0)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/**
 * Reads the manifest of a backup and every file that it names.
 * @throws OperatorError that names each damaged or missing file
 */
export async function readBackupFolder(folder: string): Promise<Manifest> {
  const [text, hash] = await Promise.all(
    [MANIFEST, MANIFEST_HASH].map((name) =>
      readFile(join(folder, name), 'utf8').catch((error: unknown) => {
        if (!hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP')) throw error
        throw new OperatorError(`${folder} is not a complete backup: ${name} is missing.`)
      }),
    ),
  )
  const damaged = new OperatorError(`${folder} is damaged: ${MANIFEST} or ${MANIFEST_HASH} was changed.`)
  if (text === undefined || hash !== `${sha256(text)}  ${MANIFEST}\n`) throw damaged
  const manifest = v.safeParse(v.pipe(v.string(), v.parseJson(), Manifest), text)
  if (!manifest.success)
    throw new OperatorError(`${folder} is a backup of a later Gatehouse. Restore it with that version.`)

  const faults: string[] = []
  for (const { path: name, bytes, sha256: expected } of manifest.output.files) {
    // oxlint-disable-next-line no-await-in-loop -- one file at a time, as the disk reads them
    const found = await measureFile(join(folder, name)).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP')) throw error
    })
    if (!found) faults.push(`${name} is missing`)
    else if (found.bytes !== bytes) faults.push(`${name} has ${found.bytes} bytes instead of ${bytes}`)
    else if (found.sha256 !== expected) faults.push(`${name} was changed`)
  }
  if (faults.length > 0) {
    const more = faults.length > MOST_NAMED ? `, and ${faults.length - MOST_NAMED} more files` : ''
    throw new OperatorError(`${folder} is damaged: ${faults.slice(0, MOST_NAMED).join(', ')}${more}.`)
  }
  return manifest.output
}

const MOST_NAMED = 10

/** Writes the folders and files of a backup below `prefix` into a folder, decompressed. */
export async function unpack(
  backup: string,
  { folders, files }: Manifest,
  prefix: string,
  target: string,
): Promise<void> {
  const targetOf = (name: string) => join(target, name.slice(prefix.length + 1))
  for (const name of folders.filter((folder) => folder.startsWith(`${prefix}/`)))
    // oxlint-disable-next-line no-await-in-loop -- some hundred folders
    await mkdir(targetOf(name), { recursive: true })
  for (const { path: name } of files.filter((file) => file.path.startsWith(`${prefix}/`))) {
    const isCompressed = name.endsWith(COMPRESSED)
    const to = targetOf(isCompressed ? name.slice(0, -COMPRESSED.length) : name)
    // oxlint-disable-next-line no-await-in-loop -- one file at a time, as the disk reads them
    await mkdir(dirname(to), { recursive: true })
    // oxlint-disable-next-line no-await-in-loop
    const [source, written] = await Promise.all([open(join(backup, name)), open(to, 'wx', 0o600)])
    const decompressing = isCompressed ? [createZstdDecompress()] : []
    // oxlint-disable-next-line no-await-in-loop
    await pipeline([source.createReadStream(), ...decompressing, written.createWriteStream({ flush: true })])
  }
}

/** The name that a compressed file has in a backup. */
export const compressed = (name: string): string => `${name}${COMPRESSED}`

const NAME = /^gatehouse-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/

export const backupName = (now: Date): string => `gatehouse-${now.toISOString().replaceAll(/[:.]/g, '-')}`

/** When a backup was made, from its name; undefined for another folder. */
export function backupTime(folder: string): Date | undefined {
  const [, day, hour, minute, second, ms] = NAME.exec(basename(folder)) ?? []
  return day === undefined ? undefined : new Date(`${day}T${hour}:${minute}:${second}.${ms}Z`)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Counts and hashes the bytes that pass. */
function measure() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *pass(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}

async function measureFile(file: string): Promise<{ bytes: number; sha256: string }> {
  const seen = measure()
  const handle = await open(file)
  await pipeline(handle.createReadStream(), seen.pass, async (chunks) => {
    for await (const _ of chunks);
  })
  return seen.result()
}
