import { createHash, type Hash } from 'node:crypto'

/** JSON as it is sent, with its strong entity tag (RFC 9110, 8.8.3): a hash of the bytes. */
export interface EncodedJson {
  bytes: Buffer
  etag: string
}

/** JSON that was encoded part by part for an endpoint without an entity tag. */
export class EncodedBody {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

const tagOf = (hash: Hash) => `"${hash.digest('base64url').slice(0, 27)}"`

/** Encodes JSON part by part. Other requests are served between, so a part should be short. */
export async function encodeParts(texts: AsyncIterable<string>): Promise<EncodedJson> {
  const hash = createHash('sha256')
  const parts: Buffer[] = []
  for await (const text of texts) {
    const part = Buffer.from(text)
    hash.update(part)
    parts.push(part)
  }
  return { bytes: Buffer.concat(parts), etag: tagOf(hash) }
}

/** Encodes items as a JSON array, batch by batch. */
export function encodeArray<Item>(
  batches: AsyncIterable<readonly Item[]>,
  write: (item: Item) => string,
): Promise<EncodedJson> {
  return encodeParts(writeArray(batches, write))
}

/** The parts of a JSON array, one of each batch. */
export async function* writeArray<Item>(
  batches: AsyncIterable<readonly Item[]>,
  write: (item: Item) => string,
): AsyncGenerator<string> {
  let isEmpty = true
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield (isEmpty ? '[' : ',') + batch.map(write).join(',')
    isEmpty = false
  }
  yield isEmpty ? '[]' : ']'
}
