import { defaultRegion } from '@gatehouse/validation/vocabulary'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/client.ts'
import { findMethodById, type FoundMethod } from '../../db/tenant-lookups.ts'

const REMEMBERED = 10_000

/** A method whose client is known. The client of a method never changes, so it is looked up once on each node. */
export interface RememberedMethod extends FoundMethod {
  /** The region that the method's site had when it was last read. It may have changed since. */
  region: string
  /** Whether the client accepted mobiles that the numbering plan does not know, when it was last read. */
  acceptsUnknownMobiles: boolean
  /** Whether the site asked known users by their own roles then. */
  questionsByUser: boolean
  /** Whether the client had a ban then that was not over. Only how a check-in is read depends on it, not its outcome. */
  clientHasBans: boolean
}

export interface MethodDirectory {
  /** Finds the method with this id (a UUID in lower case), also a closed one. Unknown ids are not remembered. */
  find(db: Database, methodId: string): Promise<RememberedMethod | undefined>
}

export function createMethodDirectory(): MethodDirectory {
  const remembered = new LRUCache<string, RememberedMethod>({ max: REMEMBERED })
  return {
    async find(db, methodId) {
      const known = remembered.get(methodId)
      if (known) return known
      const found = await findMethodById(db, methodId)
      if (!found) return undefined
      const method = {
        ...found,
        region: defaultRegion,
        acceptsUnknownMobiles: false,
        questionsByUser: false,
        clientHasBans: false,
      }
      remembered.set(methodId, method)
      return method
    },
  }
}
