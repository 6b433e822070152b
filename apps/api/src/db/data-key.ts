import { randomBytes } from 'node:crypto'
import { cipherPurposes, hashPurposes } from '../config/key-purposes.ts'
import { keyedHash } from '../lib/keyed-hash.ts'
import { createCipher, tryDecrypt, type Cipher, DecryptionError } from '../lib/encryption.ts'
import { createDatabase, type Database } from './client.ts'
import { lockAtStart, START_LOCK_TIMEOUT_MS, type StartLockOptions } from './locks.ts'
import { clients } from './schema/clients.ts'
import { dataKeys } from './schema/installation.ts'
import { installationScope } from './scopes.ts'
import { type SharedDatabase, type Transaction, withoutTenant, withScope } from './tenancy.ts'
import { OperatorError } from '../lib/operator-error.ts'

const DATA_KEY_BYTES = 32
const APPLICATION = 'gatehouse data key'

const wrongKey = (wanted: string) =>
  new OperatorError(
    `SECRET_KEY is not the key that this database was made with (the one with the id ${wanted}): start with ` +
      'that one, or with SECRET_KEY=present,earlier to change it, as docs/operations.md says.',
  )

/**
 * Opens the installation's data key, from which the keys of stored data are derived. An empty
 * database gets a random one. It is stored wrapped with SECRET_KEY (AES-256-GCM), and wrapped again
 * where only an earlier SECRET_KEY unwraps it. Nodes that start together do this one at a time.
 * @param ownerUrl of the owner, because the runtime role can only read the key
 * @param secretKeys the present SECRET_KEY, then earlier ones
 * @throws OperatorError where no SECRET_KEY unwraps it, or another connection holds the lock for
 *   long
 */
export async function openDataKey(
  ownerUrl: string,
  secretKeys: readonly string[],
  options: StartLockOptions = {},
): Promise<string> {
  return asOwner(ownerUrl, options, async (tx) => {
    const kept = await openKept(tx, secretKeys)
    if (kept !== undefined) return kept
    const [known] = await tx.select({ id: clients.id }).from(clients).limit(1)
    // With another key, no ban would match any more.
    if (known) {
      throw new OperatorError(
        'This database has records and no data key. Restore the table data_keys from a backup, ' +
          'or see "A lost SECRET_KEY" in docs/operations.md.',
      )
    }
    return makeDataKey(tx, secretKeys)
  })
}

/**
 * Creates a new data key where the present one or its SECRET_KEY is lost, and re-keys what must
 * stay readable, in one transaction.
 * @returns false where a given SECRET_KEY opens the present data key; nothing is changed then
 */
export async function replaceDataKey(
  ownerUrl: string,
  secretKeys: readonly string[],
  rekey: (tx: Transaction, dataKey: string) => Promise<void>,
  options: StartLockOptions = {},
): Promise<boolean> {
  return asOwner(ownerUrl, options, async (tx) => {
    const kept = await findKept(tx)
    if (kept && canUnwrap(kept, secretKeys)) return false
    await tx.delete(dataKeys)
    await rekey(tx, await makeDataKey(tx, secretKeys))
    return true
  })
}

async function asOwner<T>(
  ownerUrl: string,
  { onProgress = () => {}, lockTimeoutMs = START_LOCK_TIMEOUT_MS }: StartLockOptions,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const db = createDatabase({
    runtimeUrl: ownerUrl,
    connections: 1,
    statementTimeoutMs: 0,
    lockTimeoutMs,
    idleInTransactionMs: 0,
    applicationName: APPLICATION,
  })
  try {
    return await withScope(
      db,
      installationScope(),
      async (tx) => {
        const waiting = 'Waiting for another node, which is reading the data key'
        await lockAtStart(tx, 'data key', { waiting, application: APPLICATION }, onProgress)
        return work(tx)
      },
      { deadlineMs: Infinity },
    )
  } finally {
    await db.close()
  }
}

/**
 * Reads the data key of an installation that has started before, for commands run beside the
 * server.
 * @throws OperatorError
 */
export async function readDataKey(db: Database, secretKeys: readonly string[]): Promise<string> {
  const kept = await withoutTenant(db, findKept)
  if (!kept) throw new Error('This database has no data key yet: start Gatehouse on it once.')
  return unwrap(kept, secretKeys).dataKey
}

async function openKept(tx: Transaction, secretKeys: readonly string[]): Promise<string | undefined> {
  const kept = await findKept(tx)
  if (!kept) return undefined
  const { dataKey, by } = unwrap(kept, secretKeys)
  const [present] = secretKeys
  if (present !== undefined && by !== present)
    await tx.update(dataKeys).set({ ...wrap(dataKey, present), lastModified: new Date() })
  return dataKey
}

async function makeDataKey(tx: Transaction, [present]: readonly string[]): Promise<string> {
  if (present === undefined) throw new OperatorError('SECRET_KEY is missing.')
  const dataKey = randomBytes(DATA_KEY_BYTES).toString('base64url')
  await tx.insert(dataKeys).values(wrap(dataKey, present))
  return dataKey
}

interface Wrapped {
  wrappedKey: Uint8Array
  secretKeyId: string
}

async function findKept(db: Transaction | SharedDatabase): Promise<Wrapped | undefined> {
  const [row] = await db
    .select({ wrappedKey: dataKeys.wrappedKey, secretKeyId: dataKeys.secretKeyId })
    .from(dataKeys)
  return row
}

function wrap(dataKey: string, secretKey: string): Wrapped {
  return {
    wrappedKey: cipherOf(secretKey).encrypt(Buffer.from(dataKey, 'base64url')),
    secretKeyId: secretKeyId(secretKey),
  }
}

function unwrap(
  { wrappedKey, secretKeyId: wanted }: Wrapped,
  secretKeys: readonly string[],
): { dataKey: string; by: string } {
  for (const by of secretKeys) {
    const opened = tryDecrypt(() => cipherOf(by).decrypt(wrappedKey))
    if (!(opened instanceof DecryptionError)) return { dataKey: opened.toString('base64url'), by }
  }
  throw wrongKey(wanted)
}

function canUnwrap(kept: Wrapped, secretKeys: readonly string[]): boolean {
  return secretKeys.some(
    (key) => !(tryDecrypt(() => cipherOf(key).decrypt(kept.wrappedKey)) instanceof DecryptionError),
  )
}

function cipherOf(secretKey: string): Cipher {
  return createCipher(secretKey, cipherPurposes.dataKey)
}

/**
 * Eight digits that identify a SECRET_KEY to operators. Derived by HKDF, so they reveal nothing
 * about it.
 */
export function secretKeyId(secretKey: string): string {
  return keyedHash(secretKey, hashPurposes.secretKeyId).digest().toString('hex').slice(0, 8)
}
