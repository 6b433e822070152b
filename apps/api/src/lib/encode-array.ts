import { createHash, type Hash } from 'node:crypto'

/** JSON as it is sent, with its strong entity tag (RFC 9110, 8.8.3): a hash of the bytes, so all nodes answer the same one. */
export interface EncodedJson {
  bytes: Buffer
  etag: string
}

/** A text of JSON as it is sent. */
export function encodeText(text: string): EncodedJson {
  const bytes = Buffer.from(text)
  return { bytes, etag: tagOf(createHash('sha256').update(bytes)) }
}

const tagOf = (hash: Hash) => `"${hash.digest('base64url').slice(0, 27)}"`

/** Encodes items as a JSON array, batch by batch. Other requests run while the next batch is awaited, so a batch should take few milliseconds. */
export async function encodeArray<Item>(
  batches: AsyncIterable<readonly Item[]>,
  write: (item: Item) => string,
): Promise<EncodedJson> {
  const hash = createHash('sha256')
  const parts: Buffer[] = []
  const add = (text: string) => {
    const part = Buffer.from(text)
    hash.update(part)
    parts.push(part)
  }
  for await (const batch of batches) {
    if (batch.length > 0) add((parts.length === 0 ? '[' : ',') + batch.map(write).join(','))
  }
  add(parts.length === 0 ? '[]' : ']')
  return { bytes: Buffer.concat(parts), etag: tagOf(hash) }
}
