import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Muster, MusterState, RollEntry } from '@gatehouse/validation/endpoints/musters'
import type { Mark } from '@gatehouse/validation/muster'

/** A muster as this browser has seen it last. There is one of each site. */
export interface KeptMuster extends Pick<MusterState, 'points' | 'wardens' | 'can_mark' | 'hand_in_token'> {
  siteId: string
  muster: Muster
  /** Started here without a network, and unknown to the server. */
  isLocal: boolean
  version: number
  roll: RollEntry[]
  marks: Mark[]
}

/** A mark that the server may not have. */
export interface PendingMark {
  id: string
  siteId: string
  musterId: string
  /** Hands it in where its maker has no session any more. */
  token: string | null
  mark: Mark
}

export interface MusterStorage {
  read(siteId: string): Promise<{ kept: KeptMuster | undefined; pending: PendingMark[] }>
  keep(muster: KeptMuster): Promise<void>
  addPending(marks: readonly PendingMark[]): Promise<void>
  removePending(ids: readonly string[]): Promise<void>
  forget(siteId: string): Promise<void>
}

interface Schema extends DBSchema {
  musters: { key: string; value: KeptMuster }
  pending: { key: string; value: PendingMark; indexes: { site: string } }
}

/** In IndexedDB, so that a muster goes on after a reload or with an empty battery, also without a network. */
export function createMusterStorage(): MusterStorage {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  const open = () => {
    opened ??= openDB<Schema>('gatehouse-muster', 1, {
      upgrade(db) {
        db.createObjectStore('musters', { keyPath: 'siteId' })
        db.createObjectStore('pending', { keyPath: 'id' }).createIndex('site', 'siteId')
      },
      terminated: () => (opened = undefined),
    })
    opened.catch(() => (opened = undefined))
    return opened
  }
  return {
    async read(siteId) {
      const tx = (await open()).transaction(['musters', 'pending'])
      const [kept, pending] = await Promise.all([
        tx.objectStore('musters').get(siteId),
        tx.objectStore('pending').index('site').getAll(siteId),
      ])
      return { kept, pending }
    },
    async keep(muster) {
      await (await open()).put('musters', muster)
    },
    async addPending(marks) {
      // The browser says that it is stored when it is on the disk.
      const tx = (await open()).transaction('pending', 'readwrite', { durability: 'strict' })
      await Promise.all([...marks.map((mark) => tx.store.put(mark)), tx.done])
    },
    async removePending(ids) {
      const tx = (await open()).transaction('pending', 'readwrite')
      await Promise.all([...ids.map((id) => tx.store.delete(id)), tx.done])
    },
    async forget(siteId) {
      await (await open()).delete('musters', siteId)
    },
  }
}
