import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { type Environment, SettingsError } from './env.ts'

const Secrets = v.object({
  /** What the database's data key is wrapped with, base64url. */
  secretKey: v.string(),
  /** Those before it, the latest first: a database that was not started since, or an old backup, opens with one of them. */
  earlierSecretKeys: v.optional(v.array(v.string()), []),
  /** Ed25519 seeds, base64url; the first signs, all verify. */
  sessionKeys: v.array(v.string()),
  /** The password of the embedded server's two roles. */
  databasePasswords: v.object({ owner: v.string(), runtime: v.string() }),
})
export type Secrets = v.InferOutput<typeof Secrets>

/**
 * The installation's secrets: from the environment, else made once and kept in the data folder, readable by its owner only.
 */
export async function readSecrets(environment: Environment): Promise<Secrets> {
  const kept = await keptSecrets(environment.DATA_DIR)
  const [secretKey = kept.secretKey, ...earlierSecretKeys] = environment.SECRET_KEY ?? secretKeysOf(kept)
  return { ...kept, secretKey, earlierSecretKeys, sessionKeys: environment.SESSION_KEYS ?? kept.sessionKeys }
}

/** The SECRET_KEYs that may open the data key, the present one first. */
export function secretKeysOf({ secretKey, earlierSecretKeys }: Secrets): string[] {
  return [secretKey, ...earlierSecretKeys]
}

/** The secrets that a data folder keeps; made where there are none yet. */
export async function keptSecrets(folder: string): Promise<Secrets> {
  const file = join(folder, 'secrets.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text !== undefined) return parseSecrets(file, text)
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
    // What is wrong is not told in more words: the file holds keys.
    throw new SettingsError(
      `${file} cannot be read: it is not as Gatehouse wrote it. Put it back from a backup. Without it nobody can sign in again.`,
    )
  }
}

/** Replaces the file in one step: whoever reads it meanwhile finds the earlier or the later one, whole. */
export async function writeSecrets(folder: string, secrets: Secrets): Promise<void> {
  const file = join(folder, 'secrets.json')
  await mkdir(folder, { recursive: true })
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Puts a fresh SECRET_KEY before the present one in a data folder's secrets: the next start wraps the data key with it. */
export async function rotateSecretKey(folder: string): Promise<void> {
  const secrets = await keptSecrets(folder)
  const secretKey = randomBytes(32).toString('base64url')
  await writeSecrets(folder, { ...secrets, secretKey, earlierSecretKeys: secretKeysOf(secrets) })
}
