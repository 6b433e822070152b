import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Muster, MusterState, RollEntry } from '@gatehouse/validation/endpoints/musters'
import type { Mark } from '@gatehouse/validation/muster'

/** A muster as this browser has seen it last. There is one of each site. */
export interface KeptMuster extends Pick<MusterState, 'points' | 'wardens' | 'can_mark' | 'hand_in_token'> {
  siteId: string
  /** Whose session has kept it. */
  by?: string | undefined
  /** Of one that was started here: it tells the server who has started it. */
  startToken?: string | null
  muster: Muster
  /** Started here without a network, and unknown to the server. */
  isLocal: boolean
  version: number
  roll: RollEntry[]
  marks: Mark[]
}

/** A muster that was started on this phone, as its marks tell of it. */
export interface StartedHere {
  at: string
  drill: boolean
  isUnknown: boolean
  /** It was ended here before the server heard of it. */
  endedAt?: string | undefined
}

/** One that was started here and goes on: the server is still to be told of it. One that was ended here lives on in its marks. */
export const isToStart = (muster: KeptMuster | undefined): boolean =>
  muster !== undefined && muster.isLocal && muster.muster.ended_at === null

/** A mark that the server may not have. */
export interface PendingMark {
  id: string
  siteId: string
  siteName: string
  timeZone: string
  musterId: string
  /** Of a muster that was started here: the server does not know it. */
  started?: StartedHere | undefined
  /** Hands it in where its maker has no session any more. */
  token: string | null
  /** Whom it is about. */
  name: string
  mark: Mark
  /** Why the server has refused it for good. It is kept until somebody has read so. */
  refusedAs?: string | undefined
}

/** The name of the site of what waits, for whoever has made some of it. Whoever was logged in before may be of another company. */
export function ownSiteName(
  userId: string | undefined,
  marks: readonly PendingMark[],
  kept: KeptMuster | undefined,
): string | undefined {
  const ownMark = marks.find(({ mark }) => mark.by === userId)
  return ownMark?.siteName ?? (kept?.by === userId ? kept?.muster.site_name : undefined)
}

export interface MusterStorage {
  read(siteId: string): Promise<{ kept: KeptMuster | undefined; pending: PendingMark[] }>
  keep(muster: KeptMuster): Promise<void>
  addPending(marks: readonly PendingMark[]): Promise<void>
  removePending(ids: readonly string[]): Promise<void>
  forget(siteId: string): Promise<void>
  /** Forgets the musters of all sites, but those that are to be started. */
  forgetSent(): Promise<void>
  /** The sites with marks, or a muster, that the server does not have. */
  waiting(): Promise<string[]>
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
    async forgetSent() {
      const tx = (await open()).transaction('musters', 'readwrite')
      const sent = (await tx.store.getAll()).filter((muster) => !isToStart(muster))
      await Promise.all([...sent.map(({ siteId }) => tx.store.delete(siteId)), tx.done])
    },
    async waiting() {
      const tx = (await open()).transaction(['musters', 'pending'])
      const [musters, pending] = await Promise.all([
        tx.objectStore('musters').getAll(),
        tx.objectStore('pending').getAll(),
      ])
      return [...new Set([...musters.filter(isToStart), ...pending].map(({ siteId }) => siteId))]
    },
  }
}
