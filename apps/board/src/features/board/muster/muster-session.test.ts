import { ApiError, NoResponseError } from '@gatehouse/api-client/api-error'
import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import type {
  Muster,
  MusterState,
  NewMark,
  RollEntry,
  StoredMark,
} from '@gatehouse/validation/endpoints/musters'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  createMusterSession,
  HAND_IN_MS,
  HELD_BACK_MS,
  isRollKnown,
  type MusterApi,
  type MusterDeps,
  type MusterSession,
  STORAGE_MS,
} from './muster-session.ts'
import { type KeptMuster, type MusterStorage, ownSiteName, type PendingMark } from './storage.ts'

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

const entryOf = (id: string, lastName: string): RollEntry => ({
  id,
  kind: 'visitor',
  first_name: 'Ana',
  last_name: lastName,
  role: null,
  employee_number: null,
  tel: null,
  tel_masked: false,
  phone_extension: null,
  has_photo: false,
  dependents: 1,
  signed_in_at: '2026-11-20T02:00:00.000Z',
  left_at: null,
  had_left: false,
  left_by_other_phone: false,
})

/** A server with one muster at a time. */
function makeServer() {
  let muster: Muster | undefined
  /** Musters that phones had ended before the server knew of them. */
  const kept: Muster[] = []
  /** Musters that are over. */
  const over: Muster[] = []
  const marks = new Map<string, StoredMark & { version: number; musterId: string }>()
  let version = 1
  const roll: RollEntry[] = [entryOf('ana', 'Silva')]
  const store = (musterId: string, by: string, sent: readonly NewMark[], isFlagged: boolean) => {
    version += 1
    for (const { targets = [], point_id = null, text = '', ...mark } of sent)
      if (!marks.has(mark.id))
        marks.set(mark.id, {
          ...mark,
          targets,
          point_id,
          text,
          by,
          received_at: new Date(server.clock + version).toISOString(),
          is_flagged: isFlagged,
          version,
          musterId,
        })
  }
  const heldUntil = (endedAt: string, startedAt: string) =>
    [...kept, ...(muster ? [muster] : [])].find(
      (one) => one.started_at <= endedAt && (one.ended_at ?? '9') >= startedAt,
    )
  const server = {
    marks,
    kept,
    roll,
    /** When marks arrive; by default before a muster ends. */
    clock: 0,
    /** The calls of one warden's phone. */
    phone(user: string) {
      const phone = {
        isConnected: true,
        isWarden: true,
        losesAnswers: false,
        isRollLost: false,
        user: user as string | undefined,
        offset: 0,
        steady: 0,
      }
      const reach = async <T>(answer: () => T): Promise<T> => {
        if (!phone.isConnected) throw new NoResponseError('No network')
        const found = answer()
        if (phone.losesAnswers) throw new NoResponseError('The answer is lost')
        return found
      }
      const refuse = (status: number, code: string) => {
        throw refusal(status, code)
      }
      const musterOf = (id: string, drill: boolean, started_at: string): Muster => ({
        ...site,
        id,
        site_id: SITE,
        drill,
        started_at,
        started_by: user,
        became_real_at: null,
        ended_at: null,
        ended_by: null,
        forgotten: false,
        safe: null,
        missing: null,
        total: null,
      })
      const api: MusterApi = {
        findRunning: () =>
          reach(() => ({
            muster: muster?.ended_at === null ? muster : null,
            can_start: phone.isWarden,
            hand_in_token: phone.isWarden ? `token of ${user}` : null,
          })),
        start: ({ drill, started_at = '', ended_at }) =>
          reach(() => {
            if (phone.user === undefined) refuse(401, 'unauthenticated')
            if (!phone.isWarden) refuse(404, 'not_found')
            if (ended_at !== undefined) {
              const held = heldUntil(ended_at, started_at)
              if (held) return held
              const id = `kept ${kept.length}`
              const figures = { safe: 0, missing: 1, total: 1 }
              kept.push({ ...musterOf(id, drill, started_at), ended_at, ended_by: user, ...figures })
              return heldUntil(ended_at, started_at) ?? refuse(404, 'not_found')
            }
            if (muster?.drill && !drill && !muster.ended_at)
              muster = { ...muster, drill, became_real_at: '2026-11-20T03:30:00.000Z' }
            return (muster =
              muster && (muster.ended_at ?? '9') >= started_at
                ? muster
                : musterOf(
                    muster ? 'the next of the server' : 'of the server',
                    drill,
                    started_at || '2026-11-20T03:00:00.000Z',
                  ))
          }),
        read: (id, after) =>
          reach((): MusterState => {
            const read = [...kept, muster, ...over].find((one) => one?.id === id)
            if (!read) return refuse(404, 'not_found')
            if (phone.isRollLost) throw new NoResponseError('Too slow')
            return {
              muster: read,
              version,
              roll,
              marks: [...marks.values()].filter((mark) => mark.musterId === id && mark.version > after),
              points: [],
              wardens: [],
              has_more: false,
              can_mark: phone.isWarden,
              hand_in_token: `token of ${user}`,
            }
          }),
        send: (id, sent) =>
          reach(() => {
            if (phone.user === undefined) refuse(401, 'unauthenticated')
            if (!phone.isWarden) refuse(403, 'forbidden')
            if (sent.some(({ person_id }) => person_id === 'bad')) refuse(400, 'bad_request')
            store(id, user, sent, false)
          }),
        handIn: (token, sent, _, id, started) =>
          reach(() => {
            const held = started?.endedAt ? heldUntil(started.endedAt, started.at) : muster
            if (id === undefined && !held) refuse(404, 'not_found')
            store(id ?? held?.id ?? '', token.replace('token of ', ''), sent, !phone.isWarden)
            return { flagged: !phone.isWarden }
          }),
        end: (id) =>
          reach(() => {
            if (muster?.id !== id) return refuse(404, 'not_found')
            muster = { ...muster, ended_at: '2026-11-20T04:00:00.000Z' }
            over.push(muster)
            return muster
          }),
      }
      return Object.assign(phone, { api })
    },
  }
  return server
}

function makeStorage(): MusterStorage & { isRefusing: boolean; isSilent: boolean } {
  const kept = new Map<string, KeptMuster>()
  const pending = new Map<string, PendingMark>()
  const storage = {
    isRefusing: false,
    isSilent: false,
    read: (siteId: string) => allowed(() => ({ kept: kept.get(siteId), pending: [...pending.values()] })),
    keep: (muster: KeptMuster) => allowed(() => void kept.set(muster.siteId, structuredClone(muster))),
    addPending: (marks: readonly PendingMark[]) =>
      allowed(() => marks.forEach((mark) => pending.set(mark.id, structuredClone(mark)))),
    removePending: (ids: readonly string[]) => allowed(() => ids.forEach((id) => pending.delete(id))),
    forget: (siteId: string) => allowed(() => void kept.delete(siteId)),
    forgetSent: () =>
      allowed(() => [...kept].forEach(([siteId, { isLocal }]) => isLocal || kept.delete(siteId))),
    waiting: () => allowed(() => [...kept.keys()]),
  }
  async function allowed<T>(work: () => T): Promise<T> {
    if (storage.isSilent) return new Promise(() => {})
    if (storage.isRefusing) throw new DOMException('No room', 'QuotaExceededError')
    return work()
  }
  return storage
}

const open = (
  server: ReturnType<typeof makeServer>,
  user: string,
  storage = makeStorage(),
  deps: Pick<MusterDeps, 'alone'> = {},
) => {
  const phone = server.phone(user)
  const session = createMusterSession(SITE, {
    api: phone.api,
    storage,
    userId: () => phone.user,
    now: () => Date.now() + phone.offset,
    wall: () => Date.now(),
    steady: () => phone.steady,
    ...deps,
  })
  const isSafe = () => Boolean(session.get().people.get('ana')?.safe)
  return { phone, session, storage, isSafe }
}

const makeReadable = <T extends { isRefusing: boolean }>(storage: T) =>
  Object.assign(storage, { isRefusing: false })

const refusal = (status: number, code: string) =>
  new ApiError(status, { statusCode: status, code, message: 'No.' }, null)

const shownBy = (session: MusterSession) => {
  const { current } = session.get()
  if (!current) throw new Error('No muster is shown')
  return current
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
    expect(session.get()).toMatchObject({ pending: 0, refused: [], current: { isLocal: false } })
    expect(isSafe()).toBe(true)
    expect(server.marks.size).toBe(1)
  })

  it('makes a drill a real one, also where that drill is heard of while it is started', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    await one.session.start(true, site, [ana])
    const start = vi.spyOn(two.phone.api, 'start')
    const asking = two.session.sync()
    await two.session.start(false, site, [ana])
    await asking
    expect(start).toHaveBeenCalledWith(expect.objectContaining({ drill: false }))
    expect(shownBy(two.session)).toMatchObject({ isLocal: false, muster: { id: 'of the server' } })
  })

  it('of a drill is made real from a phone that holds it, for everybody, and the marks stay', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    await one.session.start(true, site, [ana])
    await one.session.mark('ana', 'safe')
    await two.session.sync()
    await two.session.makeReal()
    await one.session.sync()
    for (const { session } of [one, two]) {
      const { current, people } = session.get()
      expect(current?.muster).toMatchObject({ drill: false, became_real_at: '2026-11-20T03:30:00.000Z' })
      expect(people.get('ana')?.safe).not.toBeNull()
    }
  })

  it('stays a drill where the server does not answer, and says so to whoever has asked', async () => {
    const server = makeServer()
    const one = open(server, 'one')
    await one.session.start(true, site, [ana])
    one.phone.isConnected = false
    await expect(one.session.makeReal()).rejects.toThrow('No network')
    expect(one.session.get().current?.muster.drill).toBe(true)
  })

  it('keeps the lists of marks as they are where an exchange brings none', async () => {
    const server = makeServer()
    const { session, phone } = open(server, 'one')
    await session.start(false, site, [ana])
    phone.isConnected = false
    await session.mark('ana', 'safe')
    await session.mark('bad', 'safe')
    const { waiting: unsent } = session.get()
    await session.sync().catch(() => {})
    expect(session.get().waiting).toBe(unsent)
    phone.isConnected = true
    await session.sync()
    const { waiting, refused } = session.get()
    expect([waiting.length, refused.length]).toEqual([0, 1])
    await session.sync()
    expect(session.get().waiting).toBe(waiting)
    expect(session.get().refused).toBe(refused)
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

  it('hands in what another page of the browser has left behind', async () => {
    const server = makeServer()
    const one = open(server, 'one')
    await one.session.start(false, site, [ana])
    const other = open(server, 'one', one.storage)
    await other.session.sync()
    other.phone.isConnected = false
    await other.session.mark('ana', 'safe')
    one.phone.isConnected = false
    await one.session.sync().catch(() => {})
    expect(one.session.get().pending).toBe(1)
    expect(one.isSafe()).toBe(true)
    one.phone.isConnected = true
    await one.session.sync()
    expect([...server.marks.values()]).toMatchObject([{ person_id: 'ana', state: 'safe', by: 'one' }])
    expect(one.session.get()).toMatchObject({ pending: 0, waiting: [] })
    expect((await one.storage.read(SITE)).pending).toEqual([])
  })

  it('goes on with a muster that another page has started without a network', async () => {
    const server = makeServer()
    const one = open(server, 'one')
    await one.session.sync()
    const other = open(server, 'one', one.storage)
    await other.session.sync()
    other.phone.isConnected = false
    await other.session.start(false, site, [ana])
    await other.session.mark('ana', 'safe')
    await one.session.sync()
    expect(one.session.get()).toMatchObject({ pending: 0, current: { isLocal: false } })
    expect(one.isSafe()).toBe(true)
    expect(server.marks.size).toBe(1)
  })

  it('leaves what another page sends now to that page, and sends its own', async () => {
    const server = makeServer()
    const alone: MusterDeps['alone'] = (_, work) => work(false)
    const one = open(server, 'one', makeStorage(), { alone })
    await one.session.start(false, site, [ana])
    const other = open(server, 'one', one.storage)
    await other.session.sync()
    other.phone.isConnected = false
    await other.session.mark('ana', 'safe')
    await one.session.mark('ana', 'help_needed')
    expect([...server.marks.values()]).toMatchObject([{ state: 'help_needed' }])
    expect(one.session.get().pending).toBe(1)
    other.phone.isConnected = true
    await other.session.sync()
    await one.session.sync()
    expect(one.session.get().pending).toBe(0)
    expect(one.isSafe()).toBe(true)
  })

  it('forgets a mark that another page has dropped', async () => {
    const server = makeServer()
    const alone: MusterDeps['alone'] = (_, work) => work(false)
    const one = open(server, 'one', makeStorage(), { alone })
    await one.session.start(false, site, [ana])
    const other = open(server, 'one', one.storage)
    await other.session.sync()
    other.phone.isConnected = false
    await other.session.mark('ana', 'safe')
    await one.session.sync()
    expect(one.isSafe()).toBe(true)
    await other.session.drop(other.session.get().waiting)
    await one.session.sync()
    expect(one.session.get().pending).toBe(0)
    expect(one.isSafe()).toBe(false)
  })

  it('stores again, and says no more that it keeps nothing, once the storage works', async () => {
    const server = makeServer()
    const { session, storage, phone } = open(server, 'one')
    await session.start(false, site, [ana])
    phone.isConnected = false
    storage.isRefusing = true
    await session.mark('ana', 'safe')
    expect(session.get().storage).toBe('refused')
    expect((await makeReadable(storage).read(SITE)).pending).toEqual([])
    await session.sync().catch(() => {})
    await vi.waitFor(() => expect(session.get().storage).toBe('fine'))
    expect((await storage.read(SITE)).pending).toMatchObject([{ name: 'Ana Silva' }])
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
    // The list is shown before the server knows of the muster.
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

  describe('that was started without a network, and ended without one', () => {
    const startAlone = async (server = makeServer()) => {
      const one = open(server, 'one')
      await one.session.sync()
      one.phone.isConnected = false
      await one.session.start(false, site, [ana])
      await one.session.mark('ana', 'safe')
      return { server, ...one }
    }
    const endAlone = async (server?: ReturnType<typeof makeServer>) => {
      const one = await startAlone(server)
      expect(await one.session.end()).toBe(true)
      return one
    }

    it('is over, with what was marked still to be sent', async () => {
      const { session } = await endAlone()
      expect(session.get()).toMatchObject({ pending: 1, isOffline: true })
      expect(shownBy(session)).toMatchObject({
        isLocal: true,
        muster: { ended_at: expect.any(String), safe: 2, missing: 0, total: 2 },
      })
    })

    it('is never started, and is kept with its marks as one that is over', async () => {
      const { server, session, phone } = await endAlone()
      const start = vi.spyOn(phone.api, 'start')
      phone.isConnected = true
      await session.sync()
      expect(start).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ ended_at: expect.any(String), hand_in_token: 'token of one' }),
      )
      expect((await phone.api.findRunning(SITE)).muster).toBeNull()
      expect(session.get()).toMatchObject({
        pending: 0,
        current: { isLocal: false, muster: { id: 'kept 0' } },
      })
      expect([...server.marks.values()]).toMatchObject([{ musterId: 'kept 0', person_id: 'ana', by: 'one' }])
      await session.sync()
      expect(server.kept).toHaveLength(1)
    })

    it('is kept too where its report was left, or the page was closed, and another one runs by then', async () => {
      const { server, session, storage } = await endAlone()
      await session.leave()
      const two = open(server, 'two')
      // The test's times have milliseconds; those of the marks do not.
      await vi.waitFor(() =>
        expect(Date.now()).toBeGreaterThan(Date.parse(session.get().waiting[0]?.started?.endedAt ?? '')),
      )
      await two.session.start(false, site, [ana])
      const after = open(server, 'one', storage)
      await after.session.sync()
      expect(shownBy(after.session).muster.id).toBe('of the server')
      expect(after.isSafe()).toBe(false)
      expect([...server.marks.values()]).toMatchObject([{ musterId: 'kept 0' }])
      expect(after.session.get()).toMatchObject({ pending: 0, refused: [] })
      await two.session.sync()
      expect(two.isSafe()).toBe(false)
    })

    it('hands its marks to the one that others held in that time', async () => {
      const server = makeServer()
      const alone = await startAlone(server)
      const two = open(server, 'two')
      await two.session.start(false, site, [ana])
      await alone.session.end()
      alone.phone.isConnected = true
      await alone.session.sync()
      expect(shownBy(alone.session).muster).toMatchObject({ id: 'of the server', ended_at: null })
      await two.session.sync()
      expect(two.isSafe()).toBe(true)
    })

    it('keeps its marks where the access was taken away, until somebody gives them up', async () => {
      const { server, session, phone } = await endAlone()
      Object.assign(phone, { isConnected: true, isWarden: false })
      await session.sync()
      expect(session.get()).toMatchObject({ pending: 1, refused: [] })
      await session.leave()
      await session.sync()
      expect(session.get()).toMatchObject({ pending: 1, current: undefined })
      expect(session.hasKept()).toBe(true)
      expect(server.marks.size).toBe(0)
    })

    it('says why its marks are not taken where it was ended too long ago', async () => {
      const { session, phone } = await endAlone()
      phone.isConnected = true
      phone.api.start = () => Promise.reject(refusal(422, 'muster_over'))
      await session.sync()
      expect(session.get()).toMatchObject({ pending: 0, refused: [{ refusedAs: 'muster_over' }] })
    })

    it('is not started by another page of the browser', async () => {
      const { server, session, storage } = await startAlone()
      const other = open(server, 'one', storage)
      other.phone.isConnected = false
      await other.session.sync().catch(() => {})
      expect(shownBy(other.session).isLocal).toBe(true)
      await session.end()
      await session.leave()
      other.phone.isConnected = true
      await other.session.sync()
      expect((await other.phone.api.findRunning(SITE)).muster).toBeNull()
      expect([...server.marks.values()]).toMatchObject([{ musterId: 'kept 0' }])
    })

    it('is ended here too where the server has refused its start', async () => {
      const { session, phone } = await startAlone()
      Object.assign(phone, { isConnected: true, isWarden: false })
      phone.api.handIn = () => Promise.reject(refusal(404, 'not_found'))
      await session.sync()
      expect(session.get().isStartRefused).toBe(true)
      expect(await session.end()).toBe(true)
      expect(session.get()).toMatchObject({ isStartRefused: false, pending: 1 })
      expect(shownBy(session).muster.ended_at).not.toBeNull()
    })
  })

  it('that others have started meanwhile is not ended by whoever ends a drill of their own', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    one.phone.isConnected = false
    await one.session.start(true, site, [ana])
    await two.session.start(false, site, [ana])
    one.phone.isConnected = true
    expect(await one.session.end()).toBe(false)
    expect(shownBy(one.session).muster).toMatchObject({ id: 'of the server', ended_at: null })
    await two.session.sync()
    expect(shownBy(two.session).muster.ended_at).toBeNull()
    // A repeated request ends the same muster.
    expect(await one.session.end()).toBe(true)
    expect(shownBy(one.session).muster.ended_at).not.toBeNull()
  })

  describe('that runs for whoever comes back with marks of one that is over', () => {
    const comeBack = async (mark: (session: MusterSession) => Promise<void>) => {
      const server = makeServer()
      const [one, two] = [open(server, 'one'), open(server, 'two')]
      await one.session.start(true, site, [ana])
      await two.session.sync()
      await two.session.mark('cy', 'help_needed')
      two.phone.isConnected = false
      await mark(two.session)
      await one.session.end()
      server.clock = Date.now()
      await one.session.leave()
      await one.session.start(false, site, [ana])
      two.phone.isConnected = true
      await two.session.sync()
      await one.session.sync()
      expect(shownBy(two.session).muster.id).toBe('the next of the server')
      return { server, one, two }
    }

    it('hears their calls for help too, with whoever is on no list, and says what went to the other one', async () => {
      const { server, one, two } = await comeBack(async (session) => {
        await session.mark('ana', 'safe')
        await session.mark('ana', 'help_needed')
        await session.mark('bo', 'unlisted', { text: 'A driver' })
        await session.mark('bo', 'help_needed')
      })
      for (const { session, isSafe } of [one, two]) {
        const { people } = session.get()
        expect(people.get('ana')?.helpNeeded).toMatchObject({ by: 'two' })
        expect(people.get('bo')).toMatchObject({
          helpNeeded: { by: 'two' },
          unlisted: { text: 'A driver' },
        })
        expect(isSafe()).toBe(false)
      }
      expect(two.session.get()).toMatchObject({
        pending: 0,
        elsewhere: { muster: { id: 'of the server', drill: true }, calls: 2 },
      })
      expect([...server.marks.values()].filter(({ musterId }) => musterId === 'of the server')).toHaveLength(
        5,
      )
      // The notice is shown once, and the call made once.
      two.session.dropElsewhere()
      await two.session.sync()
      expect(two.session.get().elsewhere).toBeUndefined()
      expect(server.marks.size).toBe(8)
    })

    it('hears no call that was settled, and none that others knew of before the end', async () => {
      const { two } = await comeBack(async (session) => {
        await session.mark('ana', 'help_needed')
        await session.mark('ana', 'help_given')
      })
      expect(two.session.get()).toMatchObject({ elsewhere: { calls: 0 } })
      expect(two.session.get().people.size).toBe(0)
      const calm = await comeBack(async () => {})
      expect(calm.two.session.get().elsewhere).toBeUndefined()
    })
  })

  it('is not ended by whoever ends the one before it', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    await one.session.start(true, site, [ana])
    await two.session.sync()
    await one.session.end()
    await one.session.leave()
    await one.session.start(false, site, [ana])
    // The other phone does not know it yet; it learns of the end and the next muster during its
    // request.
    const ended = two.session.end()
    await two.session.sync()
    await ended
    await one.session.sync()
    expect(shownBy(one.session).muster).toMatchObject({ id: 'the next of the server', ended_at: null })
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
  it('of which the next one is shown at once, also to whoever still reads the report of the last', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    await one.session.start(true, site, [ana])
    await two.session.sync()
    await two.session.mark('ana', 'safe')
    await one.session.end()
    await two.session.sync()
    await one.session.leave()
    server.marks.clear()
    await one.session.start(false, site, [ana])

    const reopened = open(server, 'two', two.storage)
    for (const { session, isSafe } of [two, reopened]) {
      await session.sync()
      expect(session.get().current?.muster).toMatchObject({ id: 'the next of the server', drill: false })
      expect(isSafe()).toBe(false)
    }
  })

  it('shows the list of the board until the roll has come, and takes marks of it', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    two.session.know([ana, { ...ana, id: 'bo' }])
    await two.session.sync()
    await one.session.start(false, site, [ana])
    two.phone.isRollLost = true
    await two.session.sync().catch(() => {})
    const shown = () => shownBy(two.session)
    expect(shown()).toMatchObject({ version: 0, can_mark: true, roll: [{ id: 'ana' }, { id: 'bo' }] })
    expect(isRollKnown(shown())).toBe(false)
    two.phone.isConnected = false
    await two.session.mark('ana', 'safe')
    two.session.know([{ ...ana, id: 'cy' }])
    expect(shown().roll).toMatchObject([{ id: 'cy' }])

    // The page may be closed before the server is back.
    const after = open(server, 'two', two.storage)
    await after.session.sync()
    expect(after.session.get()).toMatchObject({ pending: 0, current: { roll: [{ id: 'ana' }] } })
    expect(isRollKnown(shownBy(after.session))).toBe(true)
    expect(after.isSafe()).toBe(true)
  })
  it('that was started without a network outlives the session, and goes to the server with the next one', async () => {
    const server = makeServer()
    const one = open(server, 'one')
    await one.session.sync()
    one.phone.isConnected = false
    await one.session.start(false, site, [ana])
    await one.session.mark('ana', 'safe')
    Object.assign(one.phone, { isConnected: true, user: undefined })
    await one.session.handIn()
    expect(server.marks.size).toBe(0)

    const next = open(server, 'one', one.storage)
    await next.session.sync()
    expect(next.session.get()).toMatchObject({ pending: 0, current: { isLocal: false } })
    expect([...server.marks.values()]).toMatchObject([{ person_id: 'ana', state: 'safe', by: 'one' }])
  })

  it('is started by whoever logs in next, and the marks stay those of their maker', async () => {
    const server = makeServer()
    const one = open(server, 'one')
    await one.session.sync()
    one.phone.isConnected = false
    await one.session.start(false, site, [ana])
    await one.session.mark('ana', 'safe')
    const two = open(server, 'two', one.storage)
    two.phone.isConnected = false
    await two.session.sync().catch(() => {})
    // Marks are never made in another user's name.
    expect(shownBy(two.session)).toMatchObject({ isLocal: true, can_mark: false, hand_in_token: null })
    two.phone.isConnected = true
    await two.session.sync()
    expect(shownBy(two.session)).toMatchObject({ can_mark: true, hand_in_token: 'token of two' })
    expect([...server.marks.values()]).toMatchObject([{ person_id: 'ana', by: 'one', is_flagged: false }])
    expect(two.isSafe()).toBe(true)
  })

  it('tells its site to nobody but its maker', async () => {
    const one = open(makeServer(), 'one')
    one.phone.isConnected = false
    await one.session.start(false, site, [ana])
    await one.session.mark('ana', 'safe')
    const { waiting, current } = one.session.get()
    expect(ownSiteName('one', waiting, current)).toBe('Hall')
    expect(ownSiteName('one', [], current)).toBe('Hall')
    expect(ownSiteName('two', waiting, current)).toBeUndefined()
  })

  it('hands its marks in to the one of others where the access was taken away meanwhile', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    await two.session.sync()
    two.phone.isConnected = false
    await two.session.start(false, site, [ana])
    await two.session.mark('ana', 'safe')
    Object.assign(two.phone, { isConnected: true, isWarden: false })
    await two.session.sync()
    // No muster is running yet: nothing is dropped.
    expect(two.session.get()).toMatchObject({ pending: 1, isStartRefused: true, current: { isLocal: true } })
    expect(two.session.hasKept()).toBe(true)

    await one.session.start(false, site, [ana])
    await two.session.sync()
    await one.session.sync()
    expect(one.session.get().people.get('ana')?.flagged).toMatchObject([{ by: 'two', state: 'safe' }])
    expect(two.session.get()).toMatchObject({
      pending: 0,
      isStartRefused: false,
      current: { isLocal: false, muster: { id: 'of the server' }, can_mark: false },
    })
    expect((await two.storage.read(SITE)).pending).toMatchObject([{ refusedAs: 'flagged' }])
  })

  it('tells a warden who may not mark any more, also which marks do not count', async () => {
    const server = makeServer()
    const { phone, session } = open(server, 'one')
    await session.start(false, site, [ana])
    phone.isConnected = false
    await session.mark('ana', 'safe')
    Object.assign(phone, { isConnected: true, isWarden: false })
    phone.api.read = () => Promise.reject(refusal(404, 'not_found'))
    await session.sync()
    expect(session.get()).toMatchObject({
      current: undefined,
      lost: { id: 'of the server' },
      refused: [{ name: 'Ana Silva', refusedAs: 'flagged' }],
    })
    session.dropLost()
    await session.drop(session.get().refused)
    expect(session.hasKept()).toBe(false)
  })

  it('that the server does not take locks nothing: the one of others is shown, and what was marked waits', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    await two.session.sync()
    two.phone.isConnected = false
    await two.session.start(false, site, [ana])
    await two.session.mark('ana', 'safe')
    Object.assign(two.phone, { isConnected: true, isWarden: false })
    const nobodyHoldsOne = () => Promise.reject(refusal(404, 'not_found'))
    two.phone.api.handIn = nobodyHoldsOne
    await two.session.sync()
    await one.session.start(false, site, [ana])
    await two.session.sync()
    expect(two.session.get()).toMatchObject({
      pending: 1,
      refused: [],
      isStartRefused: false,
      current: { muster: { id: 'of the server' } },
    })
    // It does not count in a muster that it was not submitted to.
    expect(two.isSafe()).toBe(false)
    const after = open(server, 'two', two.storage)
    after.phone.api.handIn = nobodyHoldsOne
    await after.session.sync()
    expect(after.session.get()).toMatchObject({ pending: 1, current: { muster: { id: 'of the server' } } })
    expect(after.isSafe()).toBe(false)
  })

  it('that the server does not take hands in what was marked before the server was heard', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    two.phone.isConnected = false
    await two.session.start(false, site, [ana])
    await two.session.mark('ana', 'safe')
    expect(two.session.get().waiting).toMatchObject([{ token: null }])
    two.phone.isConnected = true
    two.phone.api.start = () => Promise.reject(refusal(404, 'not_found'))
    await two.session.sync()
    await one.session.start(false, site, [ana])
    await two.session.sync()
    expect(two.session.get()).toMatchObject({ pending: 0, refused: [] })
    await one.session.sync()
    expect(one.isSafe()).toBe(true)
  })

  it('that the server does not take is left for the board, what was marked waits, and another one is started', async () => {
    const server = makeServer()
    const { session, phone, storage } = open(server, 'one')
    await session.sync()
    phone.isConnected = false
    await session.start(false, site, [ana])
    await session.mark('ana', 'safe')
    Object.assign(phone, { isConnected: true, isWarden: false })
    await session.sync()
    expect(session.get()).toMatchObject({ pending: 1, isStartRefused: true })
    await session.leave()
    await session.sync()
    expect(session.get()).toMatchObject({ pending: 1, isStartRefused: false, current: undefined })
    expect(await storage.read(SITE)).toMatchObject({ kept: undefined, pending: [{ name: 'Ana Silva' }] })
    phone.isWarden = true
    await session.start(true, site, [ana])
    expect(shownBy(session)).toMatchObject({ isLocal: false, muster: { drill: true } })
  })

  it('keeps and shows what the server takes no more', async () => {
    const { session, phone, storage } = open(makeServer(), 'one')
    await session.sync()
    phone.isConnected = false
    await session.start(false, site, [ana])
    await session.mark('ana', 'safe')
    Object.assign(phone, { isConnected: true, isWarden: false })
    phone.api.handIn = () => Promise.reject(refusal(422, 'muster_over'))
    await session.sync()
    const refused = [{ refusedAs: 'muster_over', name: 'Ana Silva' }]
    expect(session.get()).toMatchObject({ pending: 0, refused })
    expect(await storage.read(SITE)).toMatchObject({ pending: refused })
    await session.drop(session.get().refused)
    expect((await storage.read(SITE)).pending).toEqual([])
  })

  it.each([24, -24])('is started though its clock was %i hours wrong without a network', async (hours) => {
    const server = makeServer()
    const { session, phone } = open(server, 'one')
    await session.sync()
    phone.isConnected = false
    phone.offset = hours * 60 * 60_000
    await session.start(false, site, [ana])
    await session.mark('ana', 'safe')
    Object.assign(phone, { offset: 0, steady: 20 * 60_000, isConnected: true })
    await session.sync()
    expect(session.get()).toMatchObject({ isStartRefused: false, current: { isLocal: false } })
    const ago = Date.now() - Date.parse(shownBy(session).muster.started_at)
    expect(Math.abs(ago - 20 * 60_000)).toBeLessThan(5000)
  })

  it('is started by the clock of the server, also by a page that has not heard it yet', async () => {
    const server = makeServer()
    const before = open(server, 'one')
    await before.session.sync()
    before.phone.isConnected = false
    await before.session.start(false, site, [ana])

    const { session, phone } = open(server, 'one', before.storage)
    phone.offset = 24 * 60 * 60_000
    const { findRunning, start } = phone.api
    phone.api.findRunning = (siteId) => {
      phone.offset = 0
      return findRunning(siteId)
    }
    const sent: string[] = []
    phone.api.start = (input) => {
      sent.push(input.sent_at)
      return start(input)
    }
    await session.sync()
    expect(session.get()).toMatchObject({ isStartRefused: false, current: { isLocal: false } })
    expect(Math.abs(Date.parse(sent[0] ?? '') - Date.now())).toBeLessThan(5000)
  })

  it('tells the server who has started it, though somebody else is logged in', async () => {
    const server = makeServer()
    const one = open(server, 'one')
    await one.session.sync()
    one.phone.isConnected = false
    await one.session.start(false, site, [ana])
    const two = open(server, 'two', one.storage)
    const start = vi.spyOn(two.phone.api, 'start')
    await two.session.sync()
    expect(start).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ site_id: SITE, hand_in_token: 'token of one' }),
    )
  })

  it('says with its marks when it was started, and which one they are of', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    await one.session.start(false, site, [ana])
    await two.session.sync()
    const sent = vi.spyOn(two.phone.api, 'send')
    const handedIn = vi.spyOn(two.phone.api, 'handIn')
    await two.session.mark('ana', 'safe')
    expect(sent.mock.lastCall).toEqual(['of the server', [expect.anything()], expect.any(String), undefined])
    two.phone.isWarden = false
    await two.session.mark('ana', 'safe')
    expect(handedIn.mock.lastCall?.slice(3)).toEqual(['of the server', undefined])

    const three = open(server, 'three')
    await three.session.sync()
    await three.session.leave()
    three.phone.isConnected = false
    await three.session.start(true, site, [ana])
    const startedAt = shownBy(three.session).muster.started_at
    await three.session.mark('ana', 'safe')
    three.phone.isConnected = true
    const joined = vi.spyOn(three.phone.api, 'send')
    await three.session.sync()
    expect(joined.mock.lastCall?.[0]).toBe('of the server')
    expect(joined.mock.lastCall?.[3]).toEqual({ at: expect.any(String), drill: true })
    const at = Date.parse(joined.mock.lastCall?.[3]?.at ?? '')
    expect(Math.abs(at - Date.parse(startedAt))).toBeLessThan(5000)
  })

  it('is read, and ended, though some marks do not get through', async () => {
    const server = makeServer()
    const [one, two] = [open(server, 'one'), open(server, 'two')]
    await one.session.start(false, site, [ana])
    await two.session.sync()
    two.phone.api.send = () => Promise.reject(refusal(500, 'internal'))
    await two.session.mark('bo', 'safe')
    await one.session.mark('ana', 'safe')
    await expect(two.session.sync()).rejects.toMatchObject({ status: 500 })
    expect(two.session.get()).toMatchObject({ pending: 1, isOffline: false })
    expect(two.isSafe()).toBe(true)
    await two.session.end()
    expect(shownBy(two.session).muster.ended_at).not.toBeNull()
    expect(two.session.get().pending).toBe(1)
  })

  it('is not asked for again and again by marks for which nobody holds one', async () => {
    const server = makeServer()
    const { session, phone } = open(server, 'one')
    await session.sync()
    phone.isConnected = false
    await session.start(false, site, [ana])
    await session.mark('ana', 'safe')
    Object.assign(phone, { isConnected: true, isWarden: false })
    const handIn = vi.spyOn(phone.api, 'handIn')
    for (let round = 0; round < 3; round += 1) await session.sync()
    expect(handIn).toHaveBeenCalledTimes(1)
    phone.steady = HELD_BACK_MS
    await session.sync()
    expect(handIn).toHaveBeenCalledTimes(2)
    // A muster that starts meanwhile is not waited for.
    await open(server, 'two').session.start(false, site, [ana])
    await session.sync()
    expect(session.get().pending).toBe(0)
  })

  it('lets nobody wait long who logs out', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { session, phone, storage } = open(makeServer(), 'one')
    await session.start(false, site, [ana])
    phone.isConnected = false
    await session.mark('ana', 'safe')
    const silent = () => new Promise<never>(() => {})
    Object.assign(phone.api, {
      findRunning: silent,
      start: silent,
      read: silent,
      send: silent,
      handIn: silent,
    })
    let isDone = false
    void session.handIn().then(() => (isDone = true))
    await vi.advanceTimersByTimeAsync(HAND_IN_MS)
    expect(isDone).toBe(true)
    expect(await storage.read(SITE)).toMatchObject({ kept: undefined, pending: [{ name: 'Ana Silva' }] })
  })

  it('leaves no names of it behind on the device, also where an answer comes after the session', async () => {
    const server = makeServer()
    const { session, phone, storage } = open(server, 'one')
    await session.start(false, site, [ana])
    const { read } = phone.api
    const { promise: isOver, resolve: answer } = Promise.withResolvers<void>()
    phone.api.read = async (id, after) => {
      await isOver
      return read(id, after)
    }
    server.roll.push(entryOf('bo', 'Bondi'))
    const asked = session.sync()
    await session.handIn()
    answer()
    await asked
    expect((await storage.read(SITE)).kept).toBeUndefined()
  })

  it('is not shown to whoever logs in next, before the server does', async () => {
    const server = makeServer()
    const one = open(server, 'one')
    await one.session.start(false, site, [ana])
    const two = open(server, 'two', one.storage)
    two.phone.isConnected = false
    await two.session.sync().catch(() => {})
    expect(two.session.get().current).toBeUndefined()
    expect((await one.storage.read(SITE)).kept).toBeUndefined()
  })

  it('stays as its starter left it, though marks of it are refused while somebody else is logged in', async () => {
    const one = open(makeServer(), 'one')
    await one.session.sync()
    one.phone.isConnected = false
    await one.session.start(false, site, [ana])
    await one.session.mark('ana', 'safe')
    const two = open(makeServer(), 'two', one.storage)
    two.phone.isWarden = false
    two.phone.api.handIn = () => Promise.reject(refusal(400, 'bad_request'))
    await two.session.sync()
    expect(two.session.get().refused).toHaveLength(1)
    const after = open(makeServer(), 'one', one.storage)
    after.phone.isConnected = false
    await after.session.sync().catch(() => {})
    expect(shownBy(after.session)).toMatchObject({ can_mark: true, hand_in_token: 'token of one' })
    expect(after.session.get()).toMatchObject({ pending: 0, refused: [{ refusedAs: 'bad_request' }] })
    expect(after.isSafe()).toBe(false)
  })

  it('says which mark was refused, keeps it, and sends the others of its batch', async () => {
    const server = makeServer()
    const { session, phone, storage } = open(server, 'one')
    await session.start(false, site, [ana])
    phone.isConnected = false
    for (const id of ['ana', 'bo', 'bad', 'cy', 'di']) await session.mark(id, 'safe')
    phone.isConnected = true
    await session.sync()
    expect([...server.marks.values()].map(({ person_id }) => person_id)).toEqual(['ana', 'bo', 'cy', 'di'])
    const refused = [{ refusedAs: 'bad_request', mark: { person_id: 'bad' } }]
    expect(session.get()).toMatchObject({ pending: 0, refused })
    expect(session.get().people.get('bad')).toBeUndefined()
    const after = open(server, 'one', storage)
    await after.session.sync()
    expect(after.session.get()).toMatchObject({ pending: 0, refused })
    await after.session.drop(after.session.get().refused)
    expect((await storage.read(SITE)).pending).toEqual([])
  })

  it('checks a mark before it is sent', async () => {
    const server = makeServer()
    const { session, phone } = open(server, 'one')
    await session.start(false, site, [ana])
    // The clock says 1970, and the next page has only the stored data.
    phone.offset = -Date.now() + 1000
    phone.isConnected = false
    await session.mark('ana', 'note', { text: 'x'.repeat(500) })
    Object.assign(phone, { offset: 0, isConnected: true })
    await session.sync()
    const [mark] = server.marks.values()
    expect(mark?.text).toHaveLength(musterLimits.textCharacters)
    expect(Math.abs(Date.parse(mark?.at ?? '') - Date.now())).toBeLessThan(5000)
  })

  it('leaves the time of a mark where it was, though the clock jumps while there is no network', async () => {
    const server = makeServer()
    const { session, phone } = open(server, 'one')
    await session.start(false, site, [ana])
    phone.isConnected = false
    await session.sync().catch(() => {})
    // A day ahead, which the page learns when the network is back.
    phone.offset = 24 * 60 * 60 * 1000
    await session.mark('ana', 'safe')
    Object.assign(phone, { offset: 0, steady: 20 * 60_000, isConnected: true })
    await session.sync()
    const [mark] = server.marks.values()
    const ago = Date.now() - Date.parse(mark?.at ?? '')
    expect(Math.abs(ago - 20 * 60_000)).toBeLessThan(5000)
  })

  it('does not wait for a storage that never answers, and says so', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const server = makeServer()
    const one = open(server, 'one')
    await one.session.start(false, site, [ana])
    const storage = makeStorage()
    storage.isSilent = true
    const two = open(server, 'two', storage)
    const joined = two.session.sync()
    await vi.advanceTimersByTimeAsync(3 * STORAGE_MS)
    await joined
    expect(two.session.get()).toMatchObject({
      storage: 'refused',
      current: { muster: { id: 'of the server' } },
    })
    const marked = two.session.mark('ana', 'safe')
    await vi.advanceTimersByTimeAsync(3 * STORAGE_MS)
    await marked
    expect(server.marks.size).toBe(1)
  })
})
