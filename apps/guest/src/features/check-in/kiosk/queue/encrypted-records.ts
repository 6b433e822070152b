import { randomUuid } from '@gatehouse/api-client/random-uuid'
import { readClock } from '../../../../lib/clock.ts'
import { isRecord, parseStored } from '../../../../lib/storage.ts'

/** Records by id, in insertion order. */
export interface EncryptedRecords {
  /** A random UUID, constant for this database. */
  databaseId: string
  /** Resolves when the record is on disk. */
  put(id: string, record: unknown): Promise<void>
  /** Only records that can be decrypted. */
  readAll(): Promise<unknown[]>
  remove(id: string): Promise<void>
}

const RECORDS = 'records'
const KEYS = 'keys'
const DATABASE_ID = 'id'
const IV_BYTES = 12

/**
 * Opens an IndexedDB database with encrypted records (AES-GCM), so that no names can be read from
 * the browser's storage. The key is in the same database and not exportable: scripts in this page
 * can decrypt, but cannot copy the key.
 * @throws if the browser has no IndexedDB, or no WebCrypto because the page was loaded without TLS
 */
export async function openEncryptedRecords(name: string): Promise<EncryptedRecords> {
  const database = await openDatabase(name)
  const key = await findOrCreateKey(database)
  const databaseId = await findOrCreate(database, DATABASE_ID, isText, async () => randomUuid())
  return {
    databaseId,
    async put(id, record) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
      const text = new TextEncoder().encode(JSON.stringify(record))
      const data = await crypto.subtle.encrypt(parameters(iv, id), key, text)
      await write(database, RECORDS, (store) => store.put({ id, iv, data, storedAt: readClock() }))
    },
    async readAll() {
      const rows: unknown[] = await read(database, RECORDS, (store) => store.getAll())
      const known = rows.filter(isRow).sort((one, other) => one.storedAt - other.storedAt)
      const records = await Promise.all(known.map((row) => decrypt(key, row)))
      return records.filter((record) => record !== undefined)
    },
    remove: (id) => write(database, RECORDS, (store) => store.delete(id)),
  }
}

interface Row {
  id: string
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
  /** For the order only. If the clock is set back, an earlier record may come after a later one. */
  storedAt: number
}

function isRow(value: unknown): value is Row {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['storedAt'] === 'number' &&
    value['iv'] instanceof Uint8Array &&
    value['data'] instanceof ArrayBuffer
  )
}

/** The id is authenticated data, so that records cannot be swapped. */
function parameters(iv: Uint8Array<ArrayBuffer>, id: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(id) }
}

async function decrypt(key: CryptoKey, { id, iv, data }: Row): Promise<unknown> {
  try {
    return parseStored(new TextDecoder().decode(await crypto.subtle.decrypt(parameters(iv, id), key, data)))
  } catch {
    return undefined
  }
}

function findOrCreateKey(database: IDBDatabase): Promise<CryptoKey> {
  const isKey = (value: unknown) => value instanceof CryptoKey
  return findOrCreate(database, KEYS, isKey, () =>
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  )
}

/** Two windows may start at once: both use the value stored first. */
async function findOrCreate<T>(
  database: IDBDatabase,
  name: string,
  isOne: (value: unknown) => value is T,
  create: () => Promise<T>,
): Promise<T> {
  const find = () => read<unknown>(database, KEYS, (store) => store.get(name))
  const known = await find()
  if (isOne(known)) return known
  const created = await create()
  await write(database, KEYS, (store) => store.add(created, name)).catch(() => {})
  const stored = await find()
  if (!isOne(stored)) throw new Error('The browser does not store it.')
  return stored
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(RECORDS, { keyPath: 'id' })
    request.result.createObjectStore(KEYS)
  })
  return resultOf(request)
}

function read<T>(
  database: IDBDatabase,
  store: string,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return resultOf(ask(database.transaction(store).objectStore(store)))
}

/** `strict` waits for the disk: a power cut must not lose a confirmed record. */
function write(
  database: IDBDatabase,
  store: string,
  change: (store: IDBObjectStore) => IDBRequest,
): Promise<void> {
  const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
  change(transaction.objectStore(store))
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Nothing was stored.')))
  })
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database failed.')))
  })
}
