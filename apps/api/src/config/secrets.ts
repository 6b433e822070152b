import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { makeDataFolder } from '../lib/data-folder.ts'
import { type Environment } from './env.ts'
import { OperatorError } from '../lib/operator-error.ts'

const Secrets = v.object({
  /** The key that wraps the database's data key, base64url. */
  secretKey: v.string(),
  /**
   * Earlier secret keys, latest first. An old backup, or a database not started since the rotation,
   * needs one of them.
   */
  earlierSecretKeys: v.optional(v.array(v.string()), []),
  /** Ed25519 seeds, base64url; the first signs, all verify. */
  sessionKeys: v.array(v.string()),
  /** The passwords of the two roles of the embedded server. */
  databasePasswords: v.object({ owner: v.string(), runtime: v.string() }),
})
export type Secrets = v.InferOutput<typeof Secrets>

/**
 * Reads the secrets from the environment. Missing ones are generated once and stored in the data
 * folder, in a file that only its owner can read. A command on an existing installation generates
 * none.
 * @throws OperatorError where the data folder cannot be read or written, or has no installation
 */
export async function readSecrets(environment: Environment, generates = true): Promise<Secrets> {
  const read = generates ? keptSecrets : environment.SECRET_KEY ? findOrNone : existingSecrets
  const kept = await read(environment.DATA_DIR).catch((error: unknown) => {
    if (!isOfFiles(error)) throw error
    throw new OperatorError(
      `The data folder ${environment.DATA_DIR} cannot be read or written (${error.code}). ` +
        'Give it to the user of Gatehouse, or name another folder in DATA_DIR.',
      { cause: error },
    )
  })
  const [secretKey = kept.secretKey, ...earlierSecretKeys] = environment.SECRET_KEY ?? secretKeysOf(kept)
  return { ...kept, secretKey, earlierSecretKeys, sessionKeys: environment.SESSION_KEYS ?? kept.sessionKeys }
}

const isOfFiles = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error

/** The secret keys that may unwrap the data key, present one first. */
export function secretKeysOf({ secretKey, earlierSecretKeys }: Secrets): string[] {
  return [secretKey, ...earlierSecretKeys]
}

/** The secret keys of the settings or else of the data folder. Generates none. */
export async function findSecretKeys({ SECRET_KEY, DATA_DIR }: Environment): Promise<string[]> {
  const kept = await findKept(DATA_DIR)
  return SECRET_KEY ?? (kept ? secretKeysOf(kept) : [])
}

async function findKept(folder: string): Promise<Secrets | undefined> {
  const file = join(folder, 'secrets.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : parseSecrets(file, text)
}

/** @throws OperatorError where the folder has no secrets, so that a mistyped one is not created */
export async function existingSecrets(folder: string): Promise<Secrets> {
  const kept = await findKept(folder)
  if (kept) return kept
  throw new OperatorError(
    `There is no installation in ${folder}: it has no secrets.json. Name its folder in DATA_DIR.`,
  )
}

/** Where the keys are settings, the data folder needs none. */
const findOrNone = async (folder: string): Promise<Secrets> =>
  (await findKept(folder)) ?? {
    secretKey: '',
    earlierSecretKeys: [],
    sessionKeys: [],
    databasePasswords: { owner: '', runtime: '' },
  }

/** Reads the secrets of a data folder, and generates them where there are none. */
export async function keptSecrets(folder: string): Promise<Secrets> {
  const kept = await findKept(folder)
  if (kept) return kept
  const fresh = () => randomBytes(32).toString('base64url')
  const secrets = {
    secretKey: fresh(),
    earlierSecretKeys: [],
    sessionKeys: [fresh()],
    databasePasswords: { owner: fresh(), runtime: fresh() },
  }
  await writeSecrets(folder, secrets)
  return secrets
}

function parseSecrets(file: string, text: string): Secrets {
  try {
    return v.parse(Secrets, JSON.parse(text))
  } catch {
    // The message does not say what is wrong: the file holds keys.
    throw new OperatorError(
      `${file} cannot be read: it is not as Gatehouse wrote it. Put it back from a backup. Without it nobody can sign in again.`,
    )
  }
}

/** Replaces the file atomically: a reader gets the old or the new file, never a part. */
export async function writeSecrets(folder: string, secrets: Secrets): Promise<void> {
  const file = join(folder, 'secrets.json')
  await makeDataFolder(folder)
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Adds a SECRET_KEY to the secrets of a data folder. The next start wraps the data key with it. */
export async function rotateSecretKey(folder: string): Promise<void> {
  const secrets = await existingSecrets(folder)
  const secretKey = randomBytes(32).toString('base64url')
  await writeSecrets(folder, { ...secrets, secretKey, earlierSecretKeys: secretKeysOf(secrets) })
}
