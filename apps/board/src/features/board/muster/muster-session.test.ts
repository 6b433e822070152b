import { ApiError, NoResponseError } from '@gatehouse/api-client/api-error'
import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import type { Muster, MusterState, NewMark, StoredMark } from '@gatehouse/validation/endpoints/musters'
import { describe, expect, it } from 'vitest'
import { createMusterSession, type MusterApi } from './muster-session.ts'
import type { KeptMuster, MusterStorage, PendingMark } from './storage.ts'

const SITE = 'site'
const ana: BoardPerson = {
  id: 'ana',
  firstName: 'Ana',
  lastName: 'Silva',
  role: null,
  empNo: null,
  checkedIn: true,
  logDate: null,
  tel: null,
  telMasked: false,
  phoneExt: null,
  hasPhoto: false,
  dependents: 1,
  host: null,
  kind: 'visitor',
}
const site = { site_name: 'Hall', time_zone: 'UTC' }

/** A server with one muster at most. */
function makeServer() {
  let muster: Muster | undefined
  const marks = new Map<string, StoredMark & { version: number }>()
  let version = 1
  const store = (by: string, sent: readonly NewMark[], isFlagged: boolean) => {
    version += 1
    for (const { targets = [], point_id = null, text = '', ...mark } of sent)
      if (!marks.has(mark.id))
        marks.set(mark.id, {
          ...mark,
          targets,
          point_id,
          text,
          by,
          received_at: new Date(version).toISOString(),
          is_flagged: isFlagged,
          version,
        })
  }
  return {
    marks,
    /** The calls of one warden's phone. */
    phone(user: string) {
      const phone = { isConnected: true, isWarden: true, losesAnswers: false }
      const reach = async <T>(answer: () => T): Promise<T> => {
        if (!phone.isConnected) throw new NoResponseError('No network')
        const found = answer()
        if (phone.losesAnswers) throw new NoResponseError('The answer is lost')
        return found
      }
      const refuse = (status: number, code: string) => {
        throw new ApiError(status, { statusCode: status, code, message: 'No.' }, null)
      }
      const api: MusterApi = {
        findRunning: () => reach(() => ({ muster: muster ?? null, can_start: true })),
        start: ({ drill, started_at }) =>
          reach(
            () =>
              (muster ??= {
                ...site,
                id: 'of the server',
                site_id: SITE,
                drill,
                started_at: started_at ?? '2026-11-20T03:00:00.000Z',
                started_by: user,
                ended_at: null,
                ended_by: null,
                forgotten: false,
                safe: null,
                missing: null,
                total: null,
              }),
          ),
        read: (id, after) =>
          reach((): MusterState => {
            if (muster?.id !== id) return refuse(404, 'not_found')
            return {
              muster,
              version,
              roll: [],
              marks: [...marks.values()].filter((mark) => mark.version > after),
              points: [],
              wardens: [],
              can_mark: phone.isWarden,
              hand_in_token: `token of ${user}`,
            }
          }),
        send: (_, sent) =>
          reach(() => {
            if (!phone.isWarden) refuse(403, 'forbidden')
            store(user, sent, false)
          }),
        handIn: (token, sent) => reach(() => store(token.replace('token of ', ''), sent, !phone.isWarden)),
        end: (id) =>
          reach(() => {
            if (muster?.id !== id) return refuse(404, 'not_found')
            muster = { ...muster, ended_at: '2026-11-20T04:00:00.000Z' }
            return muster
          }),
      }
      return Object.assign(phone, { api })
    },
  }
}

function makeStorage(): MusterStorage & { isRefusing: boolean } {
  const kept = new Map<string, KeptMuster>()
  const pending = new Map<string, PendingMark>()
  const storage = {
    isRefusing: false,
    read: (siteId: string) => allowed(() => ({ kept: kept.get(siteId), pending: [...pending.values()] })),
    keep: (muster: KeptMuster) => allowed(() => void kept.set(muster.siteId, structuredClone(muster))),
    addPending: (marks: readonly PendingMark[]) =>
      allowed(() => marks.forEach((mark) => pending.set(mark.id, structuredClone(mark)))),
    removePending: (ids: readonly string[]) => allowed(() => ids.forEach((id) => pending.delete(id))),
    forget: (siteId: string) => allowed(() => void kept.delete(siteId)),
  }
  async function allowed<T>(work: () => T): Promise<T> {
    if (storage.isRefusing) throw new DOMException('No room', 'QuotaExceededError')
    return work()
  }
  return storage
}

const open = (server: ReturnType<typeof makeServer>, user: string, storage = makeStorage()) => {
  const phone = server.phone(user)
  const session = createMusterSession(SITE, {
    api: phone.api,
    storage,
    userId: () => user,
    now: () => Date.now(),
  })
  const isSafe = () => Boolean(session.get().people.get('ana')?.safe)
  return { phone, session, storage, isSafe }
}

describe('a muster on a phone', () => {
  it('shows what others have marked', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    await one.session.start(false, site, [ana])
    await two.session.sync()
    await two.session.mark('ana', 'safe')
    await one.session.sync()
    expect(one.isSafe()).toBe(true)
    expect(one.session.get().people.get('ana')?.safe?.by).toBe('two')
  })

  it('starts and goes on without a network, and joins the others when it is back', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    one.phone.isConnected = false
    await one.session.start(true, site, [ana])
    await one.session.mark('ana', 'safe')
    expect(one.session.get()).toMatchObject({ isOffline: true, pending: 1, current: { isLocal: true } })
    expect(one.isSafe()).toBe(true)

    await two.session.start(false, site, [ana])
    one.phone.isConnected = true
    await one.session.sync()
    expect(one.session.get()).toMatchObject({
      isOffline: false,
      pending: 0,
      current: { isLocal: false, muster: { id: 'of the server', drill: false } },
    })
    await two.session.sync()
    expect(two.isSafe()).toBe(true)
  })

  it('is not lost where it is started while the server is asked', async () => {
    const server = makeServer()
    const { session, isSafe } = open(server, 'one')
    const asking = session.sync()
    await session.start(true, site, [ana])
    await session.mark('ana', 'safe')
    await asking
    await session.sync()
    expect(session.get()).toMatchObject({ pending: 0, refused: 0, current: { isLocal: false } })
    expect(isSafe()).toBe(true)
    expect(server.marks.size).toBe(1)
  })

  it('goes on after the battery was pulled, without a network', async () => {
    const server = makeServer()
    const before = open(server, 'one')
    await before.session.start(false, site, [ana])
    before.phone.isConnected = false
    await before.session.mark('ana', 'safe')

    const after = open(server, 'one', before.storage)
    after.phone.isConnected = false
    await after.session.sync().catch(() => {})
    expect(after.session.get()).toMatchObject({ pending: 1, current: { muster: { id: 'of the server' } } })
    expect(after.isSafe()).toBe(true)
    after.phone.isConnected = true
    await after.session.sync()
    expect([...server.marks.values()]).toMatchObject([{ person_id: 'ana', state: 'safe', by: 'one' }])
  })

  it('sends a mark again whose answer was lost, and it is there once', async () => {
    const server = makeServer()
    const { session, phone } = open(server, 'one')
    await session.start(false, site, [ana])
    phone.losesAnswers = true
    await session.mark('ana', 'safe')
    expect(session.get().pending).toBe(1)
    phone.losesAnswers = false
    await session.sync()
    expect(session.get().pending).toBe(0)
    expect(server.marks.size).toBe(1)
  })

  it('hands in what was marked where the access was taken away meanwhile', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    await one.session.start(false, site, [ana])
    await two.session.sync()
    two.phone.isConnected = false
    await two.session.mark('ana', 'safe')
    Object.assign(two.phone, { isConnected: true, isWarden: false })
    await two.session.handIn()
    await one.session.sync()
    expect(one.isSafe()).toBe(false)
    expect(one.session.get().people.get('ana')?.flagged).toMatchObject([{ by: 'two', state: 'safe' }])
  })

  it('does so with a session that lives on', async () => {
    const server = makeServer()
    const { session, phone } = open(server, 'one')
    await session.start(false, site, [ana])
    phone.isWarden = false
    await session.mark('ana', 'help_needed')
    expect([...server.marks.values()]).toMatchObject([{ state: 'help_needed', is_flagged: true }])
  })

  it('says that the browser keeps nothing, and goes on', async () => {
    const server = makeServer()
    const { session, storage, isSafe } = open(server, 'one')
    storage.isRefusing = true
    await session.start(false, site, [ana])
    await session.mark('ana', 'safe')
    expect(session.get().storage).toBe('refused')
    expect(isSafe()).toBe(true)
    expect(server.marks.size).toBe(1)
  })

  it('unticks nobody by an undo that had not seen the tick', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    await one.session.start(false, site, [ana])
    await two.session.sync()
    await one.session.mark('ana', 'safe')
    await two.session.sync()
    one.phone.isConnected = false
    two.phone.isConnected = false
    await one.session.mark('ana', 'undone', { taken: ['safe'] })
    await two.session.mark('ana', 'safe')
    Object.assign(one.phone, { isConnected: true })
    Object.assign(two.phone, { isConnected: true })
    for (const { session } of [one, two, one]) await session.sync()
    expect([one.isSafe(), two.isSafe()]).toEqual([true, true])
  })

  it('is ended by somebody who does not wait until the server has answered its start', async () => {
    const { session } = open(makeServer(), 'one')
    const starting = session.start(true, site, [ana])
    // The list is shown, and the server does not know of it yet.
    await new Promise<void>((resolve) => {
      const stop = session.subscribe(({ current }) => {
        if (!current?.isLocal) return
        stop()
        resolve()
      })
    })
    await session.end()
    expect(session.get().current).toMatchObject({
      isLocal: false,
      muster: { id: 'of the server', ended_at: expect.any(String) },
    })
    await starting
  })

  it('is over for everybody when one ends it, and leaves nothing behind', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    await one.session.start(false, site, [ana])
    await two.session.sync()
    await one.session.end()
    await two.session.sync()
    expect(two.session.get().current?.muster.ended_at).not.toBeNull()
    await two.session.leave()
    expect(await two.storage.read(SITE)).toEqual({ kept: undefined, pending: [] })
    expect(two.session.get().current).toBeUndefined()
  })
})
