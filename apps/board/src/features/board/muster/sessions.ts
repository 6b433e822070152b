import { serverTime } from '@gatehouse/api-client/server-clock'
import { claimOf } from '@gatehouse/api-client/token-claims'
import { tokens } from '../../../lib/api.ts'
import { beforeLogin } from '../../../lib/session.ts'
import {
  addMusterMarksEndpoint,
  api,
  endMusterEndpoint,
  getMusterEndpoint,
  getRunningMusterEndpoint,
  handInMarksEndpoint,
  publicApi,
  startMusterEndpoint,
} from '../../../lib/later-calls.ts'
import { createMusterSession, type MusterApi, type MusterSession } from './muster-session.ts'
import { createMusterStorage } from './storage.ts'

const musterApi: MusterApi = {
  findRunning: (siteId) => api.call(getRunningMusterEndpoint, { params: { siteId } }),
  start: (body) => api.call(startMusterEndpoint, { body }),
  read: (id, after) => api.call(getMusterEndpoint, { params: { id }, query: { after: String(after) } }),
  async send(id, marks, sentAt) {
    await api.call(addMusterMarksEndpoint, {
      params: { id },
      query: { sent_at: sentAt },
      body: [...marks],
    })
  },
  async handIn(token, marks, sentAt) {
    await publicApi.call(handInMarksEndpoint, { body: { token, marks: [...marks], sent_at: sentAt } })
  },
  end: (id) => api.call(endMusterEndpoint, { params: { id } }),
}

const storage = createMusterStorage()
const sessions = new Map<string, MusterSession>()

/** The muster of a site. It stays while another site is shown. */
export function musterOf(siteId: string): MusterSession {
  const found =
    sessions.get(siteId) ??
    createMusterSession(siteId, {
      api: musterApi,
      storage,
      userId: () => claimOf(tokens.get(), 'sub'),
      now: () => serverTime(Date.now()),
    })
  sessions.set(siteId, found)
  return found
}

// Whoever has lost their access still hands in what they have marked.
beforeLogin(() => Promise.allSettled([...sessions.values()].map((session) => session.handIn())))
