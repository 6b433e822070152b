import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/client.ts'
import { findMethodById, type FoundMethod } from '../../db/tenant-lookups.ts'

const REMEMBERED = 10_000

export interface MethodDirectory {
  /** Finds the method with this id (a UUID in lower case), also a closed one. Unknown ids are not remembered. */
  find(db: Database, methodId: string): Promise<FoundMethod | undefined>
}

/** The client of a method never changes, so it is looked up once on each node. */
export function createMethodDirectory(): MethodDirectory {
  const remembered = new LRUCache<string, FoundMethod>({ max: REMEMBERED })
  return {
    async find(db, methodId) {
      const known = remembered.get(methodId)
      if (known) return known
      const found = await findMethodById(db, methodId)
      if (found) remembered.set(methodId, found)
      return found
    },
  }
}
