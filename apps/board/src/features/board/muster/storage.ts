import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Muster, MusterState, RollEntry } from '@gatehouse/validation/endpoints/musters'
import type { Mark } from '@gatehouse/validation/muster'

/** The last known state of a muster, one per site, as stored in this browser. */
export interface KeptMuster extends Pick<MusterState, 'points' | 'wardens' | 'can_mark' | 'hand_in_token'> {
  siteId: string
  /** The user whose session has stored it. */
  by?: string | undefined
  /** For a muster that was started here: identifies its starter to the server. */
  startToken?: string | null
  muster: Muster
  /** Started here without a network, and unknown to the server. */
  isLocal: boolean
  version: number
  roll: RollEntry[]
  marks: Mark[]
}

/** A muster that was started on this device, as stored with its marks. */
export interface StartedHere {
  at: string
  drill: boolean
  isUnknown: boolean
  /** When it was ended here, before the server knew of it. */
  endedAt?: string | undefined
}

/**
 * Whether a muster was started here, is still running and has yet to be sent. Once it is ended
 * here, its marks carry it.
 */
export const isToStart = (muster: KeptMuster | undefined): boolean =>
  muster !== undefined && muster.isLocal && muster.muster.ended_at === null

/** A mark that the server may not have. */
export interface PendingMark {
  id: string
  siteId: string
  siteName: string
  timeZone: string
  musterId: string
  /** For a muster that was started here and is unknown to the server. */
  started?: StartedHere | undefined
  /** Submits the mark if its user has no session any more. */
  token: string | null
  /** The name of the marked person. */
  name: string
  mark: Mark
  /** Why the server has rejected it for good. Kept until the user has read it. */
  refusedAs?: string | undefined
}

/**
 * The site name of the unsent marks, only for users who made some of them: the previous user may
 * belong to another company.
 */
export function ownSiteName(
  userId: string | undefined,
  marks: readonly PendingMark[],
  kept: KeptMuster | undefined,
): string | undefined {
  const ownMark = marks.find(({ mark }) => mark.by === userId)
  return ownMark?.siteName ?? (kept?.by === userId ? kept?.muster.site_name : undefined)
}

export type MusterStorage = ReturnType<typeof createMusterStorage>

interface Schema extends DBSchema {
  musters: { key: string; value: KeptMuster }
  pending: { key: string; value: PendingMark; indexes: { site: string } }
}

/** In IndexedDB, so that a muster survives a reload or an empty battery, also without a network. */
export function createMusterStorage() {
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
    async read(siteId: string): Promise<{ kept: KeptMuster | undefined; pending: PendingMark[] }> {
      const tx = (await open()).transaction(['musters', 'pending'])
      const [kept, pending] = await Promise.all([
        tx.objectStore('musters').get(siteId),
        tx.objectStore('pending').index('site').getAll(siteId),
      ])
      return { kept, pending }
    },
    async keep(muster: KeptMuster) {
      await (await open()).put('musters', muster)
    },
    async addPending(marks: readonly PendingMark[]) {
      // `strict` resolves when the data are on disk.
      const tx = (await open()).transaction('pending', 'readwrite', { durability: 'strict' })
      await Promise.all([...marks.map((mark) => tx.store.put(mark)), tx.done])
    },
    async removePending(ids: readonly string[]) {
      const tx = (await open()).transaction('pending', 'readwrite')
      await Promise.all([...ids.map((id) => tx.store.delete(id)), tx.done])
    },
    async forget(siteId: string) {
      await (await open()).delete('musters', siteId)
    },
    /** Deletes the musters of all sites, except those still to be started on the server. */
    async forgetSent() {
      const tx = (await open()).transaction('musters', 'readwrite')
      const sent = (await tx.store.getAll()).filter((muster) => !isToStart(muster))
      await Promise.all([...sent.map(({ siteId }) => tx.store.delete(siteId)), tx.done])
    },
    /** The sites with marks or a muster that the server does not have. */
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
