import { serverTime } from '@gatehouse/api-client/server-clock'
import { claimOf } from '@gatehouse/api-client/token-claims'
import {
  addMusterMarksEndpoint,
  endMusterEndpoint,
  getMusterOfBoardEndpoint,
  getRunningMusterEndpoint,
  handInMarksEndpoint,
  startMusterEndpoint,
} from '@gatehouse/validation/endpoints/musters'
import { guardApi as api, publicApi, tokens } from '../../../lib/api.ts'
import {
  createMusterSession,
  type MusterApi,
  type MusterDeps,
  type MusterSession,
  STORAGE_MS,
} from './muster-session.ts'
import { createMusterStorage, type PendingMark } from './storage.ts'
import { within } from '../../../lib/time-limit.ts'

const musterApi: MusterApi = {
  findRunning: (siteId) => api.call(getRunningMusterEndpoint, { params: { siteId } }),
  start: (body) => api.call(startMusterEndpoint, { body }),
  read: (id, after) =>
    api.call(getMusterOfBoardEndpoint, { params: { id }, query: { after: String(after) } }),
  async send(id, marks, sentAt, started) {
    await api.call(addMusterMarksEndpoint, {
      params: { id },
      query: { sent_at: sentAt, ...(started && { started_at: started.at }) },
      body: [...marks],
    })
  },
  async handIn(token, marks, sentAt, musterId, started) {
    const of = {
      ...(musterId && { muster_id: musterId }),
      ...(started && { started_at: started.at, drill: started.drill }),
      ...(started?.endedAt && { ended_at: started.endedAt }),
    }
    return publicApi.call(handInMarksEndpoint, { body: { token, marks: [...marks], sent_at: sentAt, ...of } })
  },
  end: (id) => api.call(endMusterEndpoint, { params: { id } }),
}

/** Over plain HTTP browsers have no locks. A mark that is sent twice is stored once. */
const alone: NonNullable<MusterDeps['alone']> = (name, work) =>
  'locks' in navigator
    ? navigator.locks.request(name, { ifAvailable: true }, (lock) => work(lock !== null))
    : work(true)

const storage = createMusterStorage()
const sessions = new Map<string, MusterSession>()

/** The muster session of a site. It is kept while another site is shown. */
export function musterOf(siteId: string): MusterSession {
  const found =
    sessions.get(siteId) ??
    createMusterSession(siteId, {
      api: musterApi,
      storage,
      userId: ownUserId,
      now: () => serverTime(Date.now()),
      alone,
    })
  sessions.set(siteId, found)
  return found
}

/** Sessions of sites other than the shown one with marks that the server does not have. */
async function othersWaiting(shownSiteId: string | undefined): Promise<MusterSession[]> {
  const stored = await within(STORAGE_MS, storage.waiting()).catch(() => [])
  const inPage = [...sessions].filter(([, session]) => session.hasKept()).map(([siteId]) => siteId)
  return [...new Set([...stored, ...inPage])].filter((siteId) => siteId !== shownSiteId).map(musterOf)
}

/** Sends the unsent marks of sites that are not shown. @returns the sessions with marks left */
export async function sendOthers(shownSiteId: string | undefined): Promise<MusterSession[]> {
  const others = await othersWaiting(shownSiteId)
  await Promise.allSettled(others.map((session) => session.sync()))
  return others.filter((session) => session.hasKept())
}

export const ownUserId = () => claimOf(tokens.get(), 'sub')

/**
 * Submits the marks of every site, also after the session has ended, and deletes the musters that
 * are sent.
 * @returns this user's marks that the server does not have or does not count
 */
export async function forgetMusters(userId: string | undefined): Promise<PendingMark[]> {
  await othersWaiting(undefined)
  const all = [...sessions.values()]
  await Promise.allSettled(all.map((session) => session.handIn()))
  // Includes sites that this page has not shown.
  await within(STORAGE_MS, storage.forgetSent()).catch(() => {})
  return all
    .flatMap((session) => session.get().refused.concat(session.get().waiting))
    .filter(({ mark }) => mark.by === userId)
}
