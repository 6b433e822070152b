import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Environment } from './env.ts'

const Secrets = v.object({
  /** What every keyed hash and derived token hangs on, base64url. */
  secretKey: v.string(),
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
  return {
    ...kept,
    secretKey: environment.SECRET_KEY ?? kept.secretKey,
    sessionKeys: environment.SESSION_KEYS ?? kept.sessionKeys,
  }
}

/** The secrets that a data folder keeps; made where there are none yet. */
export async function keptSecrets(folder: string): Promise<Secrets> {
  const file = join(folder, 'secrets.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text !== undefined) return v.parse(Secrets, JSON.parse(text))
  const fresh = () => randomBytes(32).toString('base64url')
  const secrets = {
    secretKey: fresh(),
    sessionKeys: [fresh()],
    databasePasswords: { owner: fresh(), runtime: fresh() },
  }
  await writeSecrets(folder, secrets)
  return secrets
}

/** Replaces the file in one step: whoever reads it meanwhile finds the earlier or the later one, whole. */
export async function writeSecrets(folder: string, secrets: Secrets): Promise<void> {
  const file = join(folder, 'secrets.json')
  await mkdir(folder, { recursive: true })
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
