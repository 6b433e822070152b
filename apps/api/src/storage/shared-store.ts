import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import type { PhotoStore } from './photos.ts'

const FILE = 'image-store-id'

/**
 * Finds a node that stores images elsewhere than the other nodes. The first start writes a random
 * id to the store and to the database; later ones compare them.
 * @returns true where the store cannot be read: readiness and each call tell of that
 */
export async function hasSharedStore(
  ownerUrl: string,
  photos: Pick<PhotoStore, 'findImage' | 'saveImage'>,
): Promise<boolean> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    const file = await photos.findImage(FILE)
    const found = file && Buffer.from(file).toString()
    const fresh = randomUUID()
    const [row] = await sql<{ id: string }[]>`
      update data_keys set image_store_id = coalesce(image_store_id, ${found ?? fresh})
      returning image_store_id as id`
    if (row?.id === fresh) await photos.saveImage(FILE, Buffer.from(fresh))
    return row === undefined || row.id === found || row.id === fresh
  } catch {
    return true
  } finally {
    await sql.end({ timeout: 5 })
  }
}
