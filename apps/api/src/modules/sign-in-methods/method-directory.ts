import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/client.ts'
import { findMethodById, type FoundMethod } from '../../db/tenant-lookups.ts'

const REMEMBERED = 10_000

export type MethodDirectory = ReturnType<typeof createMethodDirectory>

/** The client of a method never changes, so it is looked up once on each node. */
export function createMethodDirectory() {
  const remembered = new LRUCache<string, FoundMethod>({ max: REMEMBERED })
  return {
    /** Finds the method with this id (a UUID in lower case), also a closed one. Unknown ids are not remembered. */
    async find(db: Database, methodId: string): Promise<FoundMethod | undefined> {
      const known = remembered.get(methodId)
      if (known) return known
      const found = await findMethodById(db, methodId)
      if (found) remembered.set(methodId, found)
      return found
    },
  }
}
