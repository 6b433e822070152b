import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/client.ts'
import { findMethodById, type FoundMethod } from '../../db/tenant-lookups.ts'

const REMEMBERED = 10_000

export type MethodDirectory = ReturnType<typeof createMethodDirectory>

/** Caches the client of each method. It never changes, so each node looks it up once. */
export function createMethodDirectory() {
  const remembered = new LRUCache<string, FoundMethod>({ max: REMEMBERED })
  return {
    /** Finds a method by id (a lower-case UUID), closed or not. Unknown ids are not cached. */
    async find(db: Database, methodId: string): Promise<FoundMethod | undefined> {
      const known = remembered.get(methodId)
      if (known) return known
      const found = await findMethodById(db, methodId)
      if (found) remembered.set(methodId, found)
      return found
    },
  }
}
