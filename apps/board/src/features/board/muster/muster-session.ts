import { ApiError } from '@gatehouse/api-client/api-error'
import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import type { Muster, MusterState, NewMark, RollEntry } from '@gatehouse/validation/endpoints/musters'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import {
  countMuster,
  findEnded,
  type Mark,
  type Marks,
  type MarkState,
  noMarks,
  type PersonMarks,
  readMarks,
  targetsOf,
  uniteMarks,
} from '@gatehouse/validation/muster'
import { createStore } from 'zustand/vanilla'
import { readInstant } from '@gatehouse/validation/instants'
import { type Moment, serverTimeOf } from './mark-time.ts'
import { newMarkId } from './new-mark-id.ts'
import {
  isToStart,
  type KeptMuster,
  type MusterStorage,
  type PendingMark,
  type StartedHere,
} from './storage.ts'
import { within } from '../../../lib/time-limit.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * If the server's start time differs by less than this, the server took the start as it was sent.
 */
const SAME_START_MS = 30_000

/** The calls of a muster. */
export interface MusterApi {
  findRunning(
    siteId: string,
  ): Promise<{ muster: Muster | null; can_start: boolean; hand_in_token: string | null }>
  start(input: {
    site_id: string
    drill: boolean
    started_at?: string
    ended_at?: string
    sent_at: string
    hand_in_token?: string
  }): Promise<Muster>
  read(musterId: string, after: number): Promise<MusterState>
  /** @param started set for marks of a muster that was started here */
  send(musterId: string, marks: readonly NewMark[], sentAt: string, started?: SentStart): Promise<void>
  /** @param musterId undefined if the server does not know the muster, which was started here */
  handIn(
    token: string,
    marks: readonly NewMark[],
    sentAt: string,
    musterId: string | undefined,
    started?: SentStart,
  ): Promise<{ flagged: boolean }>
  end(musterId: string): Promise<Muster>
}

type SentStart = Omit<StartedHere, 'isUnknown'>

export interface MusterDeps {
  api: MusterApi
  storage: MusterStorage
  /** The user of the session. */
  userId: () => string | undefined
  /** Epoch milliseconds by the server's clock, as far as it is known. */
  now: () => number
  /** The clocks of this page. */
  wall?: () => number
  steady?: () => number
  /** Runs `work` under a lock; `isAlone` is false if another page of this browser is sending. */
  alone?: (name: string, work: (isAlone: boolean) => Promise<void>) => Promise<void>
}

/** A storage that does not respond in this time counts as unavailable. */
export const STORAGE_MS = 3000

/** How long the end of a session waits for the server. */
export const HAND_IN_MS = 10_000

/** If no muster is running, marks of a muster started here are submitted again after this time. */
export const HELD_BACK_MS = 60_000

/** The state that the screen shows. */
export interface MusterView {
  /** The shown muster, which may be over; undefined if there is none. */
  current: KeptMuster | undefined
  marks: Marks
  people: ReadonlyMap<string, PersonMarks>
  canStart: boolean
  /** How many marks the server does not have yet. */
  pending: number
  /** `refused`: the browser stores nothing or has no space, so a reload loses unsent data. */
  storage: 'fine' | 'refused'
  /** The last response from the server, in milliseconds of this device; 0 before the first. */
  heardAt: number
  isOffline: boolean
  /** Marks that the server has rejected for good. */
  refused: readonly PendingMark[]
  /** Marks that the server does not have yet. */
  waiting: readonly PendingMark[]
  /** The server does not let this user start the muster that was started here. */
  isStartRefused: boolean
  /**
   * Marks of this user in a muster that ended without their knowledge. Another one is shown since.
   */
  elsewhere: Elsewhere | undefined
  /** The muster in which this user may no longer mark. */
  lost: Muster | undefined
}

export interface Elsewhere {
  muster: Muster
  /** The open calls for help among the marks, which were copied to the shown muster. */
  calls: number
}

export interface MarkDetail {
  text?: string
  pointId?: string
  /** The states that an undo removes. */
  taken?: readonly MarkState[]
}

export type MusterSession = ReturnType<typeof createMusterSession>

/**
 * The muster of a site on this device. Works offline: marks are shown and stored at once, sent when
 * there is a network, and merged with other wardens' marks.
 */
export function createMusterSession(
  siteId: string,
  {
    api,
    storage,
    userId,
    now,
    wall = Date.now,
    steady = () => performance.now(),
    alone = (_, work) => work(true),
  }: MusterDeps,
) {
  const store = createStore<MusterView>(() => ({
    current: undefined,
    marks: noMarks,
    people: new Map(),
    canStart: false,
    pending: 0,
    storage: 'fine',
    heardAt: 0,
    isOffline: false,
    refused: [],
    waiting: [],
    isStartRefused: false,
    elsewhere: undefined,
    lost: undefined,
  }))
  const pending = new Map<string, PendingMark>()
  /**
   * Mark ids read from the storage. Another page of this browser may have them too, and send or
   * drop them.
   */
  const found = new Set<string>()
  /** Ids from `found` that are no longer stored: another page has sent or dropped the marks. */
  const gone = new Set<string>()
  /**
   * Marks that were sent or dropped, and musters that were left: a failing storage may still have
   * them.
   */
  const done = new Set<string>()
  /** The people on the board, who stand in for the roll until the server has sent it. */
  let onSite: readonly BoardPerson[] = []
  let syncing: Promise<void> | undefined
  let isWantedAgain = false

  /** When this page made its marks and started its musters. */
  const moments = new Map<string, Moment>()
  /** For a muster that is started here without a network. */
  let siteToken: string | null = null
  /** The running muster on the server, as far as this page knows. */
  let running: Muster | null = null
  /** Server ids of the musters that were started here, by local id. */
  const becameOf = new Map<string, string>()
  /** When a token last found no muster, by the steady clock. */
  const heldBack = new Map<string, number>()
  /** The session is ending: data that the server has are no longer stored. */
  let isOver = false

  const set = (change: Partial<MusterView>) => store.setState(change)
  const setPending = () => {
    const before = store.getState()
    const all = [...pending.values()]
    const waiting = keepSame(
      before.waiting,
      all.filter((mark) => mark.refusedAs === undefined),
    )
    const refused = keepSame(
      before.refused,
      all.filter((mark) => mark.refusedAs !== undefined),
    )
    set({ waiting, refused, pending: waiting.length })
  }
  const keepPending = (marks: readonly PendingMark[]) => {
    for (const mark of marks) pending.set(mark.id, mark)
    setPending()
    return kept(storage.addPending(marks))
  }
  const removePending = (ids: readonly string[]) => {
    for (const id of ids) {
      pending.delete(id)
      found.delete(id)
      done.add(id)
    }
    setPending()
    return kept(storage.removePending(ids))
  }
  const moment = (): Moment => ({ wall: wall(), steady: steady(), server: now() })
  const setMarks = (marks: Marks) =>
    set({ marks, people: keepEqual(store.getState().people, readMarks(marks)) })
  /** A failing storage does not stop a muster; the screen shows it. */
  const kept = async (work: Promise<unknown>) => {
    await within(STORAGE_MS, work).catch(() => set({ storage: 'refused' }))
  }
  const keepCurrent = async () => {
    const { current, marks } = store.getState()
    // The previous user's muster stays as they left it.
    if (!current || current.by !== userId() || (isOver && !current.isLocal)) return
    await kept(storage.keep({ ...current, marks: [...marks.values()] }))
  }

  /**
   * Prevents marks and submissions in the name of the previous user. The server decides what this
   * user may do, and sends the muster again if they may see it.
   */
  const asOwn = (muster: KeptMuster): KeptMuster | undefined => {
    if (muster.by === userId()) return muster
    return isToStart(muster) ? { ...muster, hand_in_token: null, can_mark: false } : undefined
  }

  /** @returns the marks that this page did not have */
  function addFound(stored: readonly PendingMark[]): PendingMark[] {
    const added = stored.filter(({ id }) => !pending.has(id) && !done.has(id))
    for (const mark of added) {
      pending.set(mark.id, mark)
      found.add(mark.id)
    }
    if (added.length > 0) setPending()
    return added
  }

  const reading = storage.read(siteId).then((stored) => {
    addFound(stored.pending)
    // A late response from the storage does not change what is shown.
    const keptHere = stored.kept && asOwn(stored.kept)
    if (stored.kept && !keptHere) void kept(storage.forget(siteId))
    const { current = keptHere, marks: before, refused } = store.getState()
    const refusedIds = new Set(refused.map(({ id }) => id))
    const marks = uniteMarks(before, [
      ...(current === keptHere ? (keptHere?.marks ?? []) : []).filter(({ id }) => !refusedIds.has(id)),
      ...store
        .getState()
        .waiting.filter(({ musterId }) => musterId === current?.muster.id)
        .map(({ mark }) => mark),
    ])
    set({ current, marks, people: readMarks(marks) })
  })
  const loaded = within(STORAGE_MS, reading).catch(() => set({ storage: 'refused' }))

  /**
   * Takes over marks that other pages of this browser left behind, and drops those they have sent.
   */
  async function readStored(): Promise<void> {
    const stored = await storage.read(siteId)
    const ids = new Set(stored.pending.map(({ id }) => id))
    const finished = [...ids].filter((id) => done.has(id))
    if (finished.length > 0) await storage.removePending(finished)
    for (const id of found)
      if (!ids.has(id)) {
        found.delete(id)
        pending.delete(id)
        gone.add(id)
      }
    setPending()
    const added = addFound(stored.pending)
    await endAsElsewhere(stored)
    const { kept: other } = stored
    if (other?.isLocal && other.by === userId() && !done.has(other.muster.id) && !store.getState().current)
      set({ current: other })
    const { current, marks } = store.getState()
    const shown = added.filter(
      ({ musterId, refusedAs }) => musterId === current?.muster.id && refusedAs === undefined,
    )
    if (shown.length > 0)
      setMarks(
        uniteMarks(
          marks,
          shown.map(({ mark }) => mark),
        ),
      )
  }

  /** Another page of this browser may have ended the muster that was started here. */
  async function endAsElsewhere({
    kept: other,
    pending: stored,
  }: Awaited<ReturnType<MusterStorage['read']>>) {
    const { current } = store.getState()
    if (!current || !isToStart(current)) return
    const { id } = current.muster
    const endedAt =
      (other?.muster.id === id && other.muster.ended_at) ||
      stored.find(({ musterId }) => musterId === id)?.started?.endedAt
    if (endedAt) await endHere(current, endedAt)
  }

  /** Ends a muster that the server does not know. Its marks carry the end, and wait to be sent. */
  async function endHere(current: KeptMuster, endedAt: string): Promise<void> {
    const { people, waiting } = store.getState()
    const { muster, roll } = current
    const { safe, missing, total } = countMuster(roll, people)
    set({
      current: { ...current, muster: { ...muster, ended_at: endedAt, safe, missing, total } },
      isStartRefused: false,
    })
    const own: PendingMark[] = []
    for (const mark of waiting)
      if (mark.musterId === muster.id)
        own.push({ ...mark, started: mark.started && { ...mark.started, endedAt } })
    await keepPending(own)
    await keepCurrent()
  }

  /** Stores what the storage has refused or not confirmed before. */
  async function storeAgain(): Promise<void> {
    await storage.addPending([...pending.values()].filter(({ id }) => !found.has(id)))
    const { current, marks } = store.getState()
    if (current && current.by === userId() && !isOver)
      await storage.keep({ ...current, marks: [...marks.values()] })
    set({ storage: 'fine' })
  }

  /** A failed storage is retried each time in the background. */
  async function exchangeWithStorage(): Promise<void> {
    if (store.getState().storage === 'refused')
      void storeAgain()
        .then(readStored)
        .catch(() => {})
    else await kept(readStored())
  }

  /** The board's list, which stands in for the roll until the server has sent it. */
  const rollOfBoard = ({ started_at }: Muster) => onSite.map((person) => toRollEntry(person, started_at))

  /** The marks that this user made in a muster without knowing of its end. */
  function lateMarks({ ended_at: endedAt }: Muster): Mark[] {
    return [...store.getState().marks.values()].filter(
      ({ by, received_at: receivedAt }) =>
        by === (userId() ?? null) &&
        (receivedAt === null || (endedAt !== null && Date.parse(receivedAt) > Date.parse(endedAt))),
    )
  }

  /**
   * Copies the open calls for help to another muster, because they must raise an alarm, with the
   * names of unlisted people.
   */
  function callsAmong(late: readonly Mark[], muster: Muster): PendingMark[] {
    const { current, marks } = store.getState()
    const ended = findEnded(marks)
    const open = new Map(
      late
        .filter(({ id, state }) => state === 'help_needed' && !ended.has(id))
        .map((mark) => [mark.person_id, mark]),
    )
    const names = [...marks.values()].filter(
      ({ person_id, state }) => state === 'unlisted' && open.has(person_id),
    )
    return [...names, ...open.values()].map((mark) => {
      const id = newMarkId(Math.max(0, now()))
      const made = moments.get(mark.id)
      if (made) moments.set(id, made)
      return {
        id,
        siteId,
        siteName: muster.site_name,
        timeZone: muster.time_zone,
        musterId: muster.id,
        token: siteToken,
        name: nameOf(mark.person_id, current?.roll ?? [], marks),
        mark: { ...mark, id, by: userId() ?? null, targets: [], received_at: null, is_flagged: false },
      }
    })
  }

  /** Moves the marks of a muster that was started here to one on the server. */
  function moveMarks(from: string, to: string): void {
    const moved: PendingMark[] = []
    for (const mark of pending.values())
      if (mark.musterId === from && mark.started?.isUnknown)
        moved.push({ ...mark, musterId: to, started: { ...startOf(from, mark.started), isUnknown: false } })
    if (moved.length > 0) void keepPending(moved)
  }

  /**
   * Takes over a muster from the server, replacing one that was started here or is over.
   * @param isJoined whether the local muster has become this one
   */
  function adopt(muster: Muster, isJoined = isToStart(store.getState().current)): void {
    const { current, canStart } = store.getState()
    const isKnown = current?.muster.id === muster.id
    if (isJoined && current) moveMarks(current.muster.id, muster.id)
    const late = current && !current.isLocal && !isKnown ? lateMarks(current.muster) : []
    const calls = callsAmong(late, muster)
    if (!isKnown && !isJoined) setMarks(noMarks)
    set({
      current: {
        siteId,
        points: [],
        wardens: [],
        can_mark: false,
        hand_in_token: null,
        roll: [],
        ...current,
        by: userId(),
        marks: [],
        muster,
        isLocal: false,
        // Version 0 requests the whole roll again.
        version: isKnown && !isJoined ? current.version : 0,
        ...(!isKnown &&
          !isJoined && { roll: rollOfBoard(muster), can_mark: canStart, hand_in_token: siteToken }),
      },
    })
    if (current && late.length > 0)
      set({
        elsewhere: {
          muster: current.muster,
          calls: calls.filter(({ mark }) => mark.state === 'help_needed').length,
        },
      })
    if (calls.length === 0) return
    setMarks(
      uniteMarks(
        store.getState().marks,
        calls.map(({ mark }) => mark),
      ),
    )
    void keepPending(calls)
  }

  function apply(state: MusterState): void {
    const { current, marks } = store.getState()
    if (current?.muster.id !== state.muster.id) return
    const isWhole = current.version === 0
    const roll = new Map((isWhole ? [] : current.roll).map((entry) => [entry.id, entry]))
    for (const entry of state.roll) roll.set(entry.id, entry)
    set({
      current: {
        ...current,
        ...state,
        roll: isWhole ? state.roll : [...roll.values()].sort(compareNames),
        marks: [],
      },
    })
    if (state.marks.length > 0) setMarks(uniteMarks(marks, state.marks))
    if (current.can_mark && !state.can_mark) set({ lost: state.muster })
  }

  /**
   * Sends what can be sent. A failure in one muster does not stop the others. While another page of
   * this browser is sending, marks that both have are left to it.
   * @throws if the server does not respond
   */
  function sendPending(): Promise<void> {
    if (store.getState().waiting.length === 0) return Promise.resolve()
    return alone(`gatehouse-muster-${siteId}`, async (isAlone) => {
      // The other page may have sent it a moment ago.
      if (isAlone && found.size > 0) await kept(readStored())
      let failure: unknown
      for (const mark of endedHere(waitingFor(isAlone)))
        // oxlint-disable-next-line no-await-in-loop -- one after the other, as they were held
        await tellOfEnded(mark).catch((error: unknown) => (failure ??= error))
      for (const batch of inBatches(waitingFor(isAlone)))
        // oxlint-disable-next-line no-await-in-loop -- in the order in which they were made
        await deliver(batch).catch((error: unknown) => (failure ??= error))
      if (failure !== undefined) throw failure
    })
  }

  const waitingFor = (isAlone: boolean) =>
    store.getState().waiting.filter(({ id }) => isAlone || !found.has(id))

  /**
   * Reports a muster that was started and ended here, so that its marks belong to it, or to the one
   * that was running on the server then. If the server rejects it, the marks are submitted by
   * token.
   */
  async function tellOfEnded({
    musterId,
    token,
    started,
  }: PendingMark & { started: StartedHere }): Promise<void> {
    const { at, drill, endedAt } = startOf(musterId, started)
    try {
      const muster = await api.start({
        site_id: siteId,
        drill,
        started_at: at,
        ...(endedAt && { ended_at: endedAt }),
        sent_at: isoNow(),
        ...(token && { hand_in_token: token }),
      })
      moveMarks(musterId, muster.id)
      if (store.getState().current?.muster.id !== musterId) return
      adopt(muster, true)
      await keepCurrent()
    } catch (error) {
      if (!isRefusal(error)) throw error
      const { waiting } = store.getState()
      if (error.code === 'muster_over')
        await refuse(
          waiting.filter((mark) => mark.musterId === musterId),
          error.code,
        )
    }
  }

  /**
   * Sends marks of one muster and one user. Rejected marks are kept with the reason, and do not
   * hold up the others.
   */
  async function deliver(batch: readonly PendingMark[]): Promise<void> {
    const [first] = batch
    if (!first) return
    try {
      const way = await sendOrHandIn(first, batch.map(toNewMark))
      if (way === 'none') return
      if (way === 'flagged') {
        await refuse(batch, way)
        return
      }
    } catch (error) {
      if (!isRefusal(error)) throw error
      // No muster is running on the server yet.
      if (first.started?.isUnknown && error.status === 404) return
      if (batch.length > 1 && error.code !== 'muster_over' && ![403, 404].includes(error.status)) {
        const half = Math.ceil(batch.length / 2)
        await deliver(batch.slice(0, half))
        await deliver(batch.slice(half))
        return
      }
      await refuse(batch, error.code)
      return
    }
    await removePending(batch.map(({ id }) => id))
  }

  /**
   * A user who has lost the right to mark, or the session, can still submit earlier marks by token.
   * They may be flagged.
   */
  async function sendOrHandIn(
    { mark, musterId, token: markedWith, started }: PendingMark,
    marks: NewMark[],
  ): Promise<'none' | 'sent' | 'flagged'> {
    const isOwn = mark.by === (userId() ?? null)
    // Marks made before the first response have no token yet.
    const token = markedWith ?? (isOwn ? siteToken : null)
    const isUnknown = started?.isUnknown ?? false
    const startedHere = started && startOf(musterId, started)
    const handIn = async () => {
      if (token === null || (isUnknown && isHeldBack(token))) return 'none'
      try {
        const id = isUnknown ? undefined : musterId
        const { flagged } = await api.handIn(token, marks, isoNow(), id, startedHere)
        return flagged ? 'flagged' : 'sent'
      } catch (error) {
        if (isRefusal(error) && error.status === 404) heldBack.set(token, steady())
        throw error
      }
    }
    if (isUnknown || !isOwn) return handIn()
    try {
      await api.send(musterId, marks, isoNow(), startedHere)
      return 'sent'
    } catch (error) {
      if (!(error instanceof ApiError) || ![401, 403, 404].includes(error.status) || token === null)
        throw error
      return handIn()
    }
  }

  const isHeldBack = (token: string) => steady() - (heldBack.get(token) ?? -HELD_BACK_MS) < HELD_BACK_MS

  async function refuse(batch: readonly PendingMark[], refusedAs: string): Promise<void> {
    const ids = new Set(batch.map(({ id }) => id))
    const { marks } = store.getState()
    // Rejected marks are shown apart from the accepted ones.
    setMarks(new Map([...marks].filter(([id]) => !ids.has(id))))
    await keepPending(batch.map((mark) => ({ ...mark, refusedAs })))
    await keepCurrent()
  }

  /**
   * A mark in the form to send. Its limits are applied here, so that no mark is rejected for its
   * form.
   */
  function toNewMark({ mark: { id, person_id, state, at, targets, point_id, text } }: PendingMark): NewMark {
    if (state === 'said_safe') throw new Error('A warden does not speak for somebody')
    return {
      id,
      person_id,
      state,
      at: timeOf(id, at),
      targets: targets.slice(0, musterLimits.targets),
      point_id,
      text: text.slice(0, musterLimits.textCharacters),
    }
  }

  /** The time of a mark or a start by the server's clock; after a reload the stored one. */
  function timeOf(id: string, stored: string): string {
    const made = moments.get(id)
    return readInstant(made ? new Date(serverTimeOf(made, moment())).toISOString() : stored) ?? isoNow()
  }

  /** The start and end of a muster that was started here, in the form to send. */
  const startOf = (musterId: string, { at, drill, endedAt }: StartedHere): SentStart => ({
    at: timeOf(musterId, at),
    drill,
    ...(endedAt && { endedAt: timeOf(endOf(musterId), endedAt) }),
  })

  const isWaiting = () =>
    (pending.size > 0 && store.getState().waiting.length > 0) || isToStart(store.getState().current)
  const isoNow = () => new Date(now()).toISOString()

  /** Reports a muster that was started here to the server. */
  async function startOnServer({ muster: { id, drill, started_at }, startToken }: KeptMuster): Promise<void> {
    const startedAt = timeOf(id, started_at)
    // Older starts are no longer sent.
    let isRefused = now() - Date.parse(startedAt) > musterLimits.startedHours * HOUR_MS
    if (!isRefused)
      try {
        const muster = await api.start({
          site_id: siteId,
          drill,
          started_at: startedAt,
          sent_at: isoNow(),
          ...(startToken && { hand_in_token: startToken }),
        })
        // Otherwise it has joined another warden's muster.
        const isAsStarted =
          running === null &&
          muster.drill === drill &&
          Math.abs(Date.parse(muster.started_at) - Date.parse(startedAt)) < SAME_START_MS
        if (isAsStarted) becameOf.set(id, muster.id)
        adopt(muster)
        await keepCurrent()
      } catch (error) {
        if (!isRefusal(error)) throw error
        isRefused = true
      }
    // The user may have left it meanwhile.
    set({ isStartRefused: isRefused && store.getState().current?.muster.id === id })
  }

  /**
   * Leaves a muster that the server rejects, once another one is running or all its marks have been
   * submitted. Unsent marks keep waiting.
   */
  async function leaveRefused(): Promise<void> {
    const { current, marks, isStartRefused, waiting } = store.getState()
    if (!current?.isLocal || !isStartRefused) return
    const isSent = marks.size > 0 && !waiting.some(({ musterId }) => musterId === current.muster.id)
    if (running || isSent) await leave()
    if (!running) return
    adopt(running)
    await keepCurrent()
  }

  async function lookForRunning(): Promise<void> {
    try {
      const { muster, can_start, hand_in_token } = await api.findRunning(siteId)
      siteToken = hand_in_token
      set({ canStart: can_start })
      // Marks whose token found no muster before may belong to this one.
      if (muster?.id !== running?.id) heldBack.clear()
      running = muster
      // A muster started here meanwhile is sent first, so that it makes a drill real.
      const { current } = store.getState()
      if (!muster || muster.id === current?.muster.id || (current && !current.muster.ended_at)) return
      adopt(muster)
      await keepCurrent()
    } catch (error) {
      // This user may not see the muster. Earlier marks are submitted anyway.
      if (!isRefusal(error)) throw error
      running = null
      set({ canStart: false })
    }
  }

  /** Sends unsent data, then reads changes. @throws if the server does not respond */
  async function exchange(): Promise<void> {
    await loaded
    await exchangeWithStorage()
    const before = store.getState().current
    // A muster that is over must not hide a running one. After a time offline, this also gets the
    // server's clock before times are sent.
    if (!before || before.isLocal || before.muster.ended_at || store.getState().isOffline)
      await lookForRunning()
    const { current } = store.getState()
    if (current && isToStart(current)) await startOnServer(current)
    const failure = await sendPending().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    await leaveRefused()
    await readCurrent()
    // A failed send must not stop this user from seeing others' marks.
    if (failure) throw failure.error
  }

  async function readCurrent(): Promise<void> {
    const { current } = store.getState()
    if (!current || current.isLocal) return
    const musterId = current.muster.id
    try {
      const state = await api.read(musterId, current.version)
      apply(state)
      if (state.has_more) isWantedAgain = true
      // Another muster may be running now, and must get the calls for help.
      if (!current.muster.ended_at && store.getState().current?.muster.ended_at) isWantedAgain = true
    } catch (error) {
      if (!isRefusal(error)) throw error
      // The muster is over or no longer visible to this user. Wardens may see musters that are
      // over.
      await leave()
      if (current.can_mark) set({ lost: current.muster })
      return
    }
    set({ heardAt: Date.now() })
    // The server does not have marks that another page has dropped.
    const { marks } = store.getState()
    if ([...gone].some((id) => marks.get(id)?.received_at === null))
      setMarks(new Map([...marks].filter(([id, mark]) => mark.received_at !== null || !gone.has(id))))
    gone.clear()
    if (store.getState().current !== current) await keepCurrent()
  }

  /**
   * Resolves when everything up to this call has been exchanged.
   * @throws if the server does not respond
   */
  function sync(): Promise<void> {
    isWantedAgain = true
    syncing ??= exchangeAll()
    return syncing
  }

  async function exchangeAll(): Promise<void> {
    try {
      while (isWantedAgain) {
        isWantedAgain = false
        // oxlint-disable-next-line no-await-in-loop
        await exchange()
        set({ heardAt: Date.now(), isOffline: false })
      }
    } catch (error) {
      set({ isOffline: !(error instanceof ApiError && error.hasErrorBody) })
      throw error
    } finally {
      syncing = undefined
    }
  }

  async function leave(): Promise<void> {
    const { current } = store.getState()
    if (current) done.add(current.muster.id)
    setMarks(noMarks)
    set({ current: undefined, isStartRefused: false, elsewhere: undefined })
    await kept(storage.forget(siteId))
  }

  return {
    siteId,
    get: store.getState,
    subscribe: store.subscribe,
    sync,
    leave,

    /** Updates the people on the board. */
    know(people: readonly BoardPerson[]) {
      onSite = people
      const { current } = store.getState()
      if (current && !isRollKnown(current))
        set({ current: { ...current, roll: rollOfBoard(current.muster) } })
    },

    /** Starts a muster; without a network it is sent later. */
    async start(
      drill: boolean,
      site: Pick<Muster, 'site_name' | 'time_zone'>,
      people: readonly BoardPerson[],
    ) {
      await loaded
      const startedAt = isoNow()
      const muster: Muster = {
        ...site,
        id: newMarkId(now()),
        site_id: siteId,
        drill,
        started_at: startedAt,
        started_by: null,
        became_real_at: null,
        ended_at: null,
        ended_by: null,
        forgotten: false,
        safe: null,
        missing: null,
        total: null,
      }
      moments.set(muster.id, moment())
      setMarks(noMarks)
      set({
        current: {
          siteId,
          by: userId(),
          muster,
          isLocal: true,
          version: 0,
          roll: people.map((person) => toRollEntry(person, startedAt)),
          marks: [],
          points: [],
          wardens: [],
          can_mark: true,
          hand_in_token: siteToken,
          startToken: siteToken,
        },
      })
      await keepCurrent()
      await sync().catch(() => {})
    },

    /**
     * Makes a drill a real muster, for all wardens. The marks stay.
     * @throws if the server does not respond
     */
    async makeReal() {
      // A drill that was started here must reach the server first.
      await sync().catch((error: unknown) => {
        if (store.getState().current?.isLocal) throw error
      })
      adopt(await api.start({ site_id: siteId, drill: false, sent_at: isoNow() }))
      await keepCurrent()
      await sync().catch(() => {})
    },

    /** Marks a person. The mark is shown at once, stored and sent. */
    async mark(personId: string, state: MarkState, { text = '', pointId, taken }: MarkDetail = {}) {
      await loaded
      const { current, marks } = store.getState()
      if (!current) return
      const { muster } = current
      const mark: Mark = {
        id: newMarkId(Math.max(0, now())),
        person_id: personId,
        state,
        at: isoNow(),
        by: userId() ?? null,
        targets: targetsOf(marks, personId, state, taken),
        point_id: pointId ?? null,
        text,
        received_at: null,
        is_flagged: false,
      }
      const waiting: PendingMark = {
        id: mark.id,
        siteId,
        siteName: muster.site_name,
        timeZone: muster.time_zone,
        musterId: muster.id,
        token: current.hand_in_token,
        name: nameOf(personId, current.roll, marks) || text,
        mark,
        ...(current.isLocal && { started: { at: muster.started_at, drill: muster.drill, isUnknown: true } }),
      }
      moments.set(mark.id, moment())
      setMarks(uniteMarks(marks, [mark]))
      await keepPending([waiting])
      await sync().catch(() => {})
    },

    /**
     * Ends the shown muster only, not one that others have started since.
     * @returns false if another one is running, and nothing was ended
     * @throws if the server does not respond
     */
    async end(): Promise<boolean> {
      const asked = store.getState().current
      if (!asked) return true
      // A muster that was started here gets another id from the server. Failed marks may follow
      // later.
      await sync().catch(() => {})
      const { current } = store.getState()
      // A muster unknown to the server is ended locally: otherwise it would start on the server
      // later, when it is over.
      if (current?.isLocal && current.muster.id === asked.muster.id) {
        moments.set(endOf(asked.muster.id), moment())
        await endHere(current, isoNow())
        return true
      }
      const id = asked.isLocal ? becameOf.get(asked.muster.id) : asked.muster.id
      if (!current || current.muster.id !== id) return !current
      const muster = await api.end(id)
      set({ current: { ...(store.getState().current ?? current), muster } })
      await keepCurrent()
      return true
    },

    /** Ends the session: submits unsent data, and deletes the names that the server has. */
    async handIn() {
      await loaded
      isOver = true
      const send = async () => {
        if (isWaiting()) await sync().catch(() => {})
        // Without a session nothing can be started or read, but marks can be submitted by token.
        if (isWaiting()) await sendPending().catch(() => {})
      }
      await within(HAND_IN_MS, send()).catch(() => {})
      if (!isToStart(store.getState().current)) await kept(storage.forget(siteId))
    },

    /** Whether this device has data that the server does not have or has rejected. */
    hasKept: () => {
      const { refused, lost } = store.getState()
      return isWaiting() || refused.length > 0 || lost !== undefined
    },

    /** The user has read that their marks went to another muster. */
    dropElsewhere: () => set({ elsewhere: undefined }),

    /** The user has read that they may no longer mark. */
    dropLost: () => set({ lost: undefined }),

    /** Drops marks that cannot be sent, or whose rejection the user has read. */
    drop: (marks: readonly PendingMark[]) => removePending(marks.map(({ id }) => id)),
  }
}

/** The name of the person of a mark. */
function nameOf(personId: string, roll: readonly RollEntry[], marks: Marks): string {
  const entry = roll.find(({ id }) => id === personId)
  if (entry) return `${entry.first_name} ${entry.last_name}`.trim()
  return (
    [...marks.values()].find((mark) => mark.person_id === personId && mark.state === 'unlisted')?.text ?? ''
  )
}

/**
 * Whether the roll is the muster's own. Until the server has sent it, the board's list stands in.
 */
export const isRollKnown = ({ isLocal, version }: Pick<KeptMuster, 'isLocal' | 'version'>) =>
  isLocal || version > 0

/** Returns the earlier list if it has the same items. */
const keepSame = <Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] =>
  before.length === after.length && after.every((item, at) => item === before[at]) ? before : after

/** Keeps the objects of unchanged people, so that only the other cards are rendered. */
function keepEqual(
  before: ReadonlyMap<string, PersonMarks>,
  after: ReadonlyMap<string, PersonMarks>,
): ReadonlyMap<string, PersonMarks> {
  return new Map(
    [...after].map(([id, now]) => {
      const known = before.get(id)
      return [id, known && isSame(known, now) ? known : now]
    }),
  )
}

function isSame(one: PersonMarks, other: PersonMarks): boolean {
  const isEqual = (first: unknown, second: unknown) =>
    Array.isArray(first) && Array.isArray(second)
      ? first.length === second.length && first.every((mark, at) => mark === second[at])
      : first === second
  return (Object.keys(one) as (keyof PersonMarks)[]).every((name) => isEqual(one[name], other[name]))
}

/** The server has understood the request and rejected it for good. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.hasErrorBody && [400, 403, 404, 422].includes(error.status)
}

/** The key of a muster's end in `moments`. */
const endOf = (musterId: string) => `end of ${musterId}`

/** One mark of each muster that was started and ended here. */
function endedHere(marks: readonly PendingMark[]): (PendingMark & { started: StartedHere })[] {
  const first = new Map<string, PendingMark & { started: StartedHere }>()
  for (const mark of marks) {
    const { musterId, started } = mark
    if (started?.isUnknown && started.endedAt !== undefined && !first.has(musterId))
      first.set(musterId, { ...mark, started })
  }
  return [...first.values()]
}

/** Batches of one muster, start, user and token each, in the order in which the marks were made. */
function* inBatches(marks: readonly PendingMark[]): Generator<readonly PendingMark[]> {
  const groups = new Map<string, PendingMark[]>()
  for (const one of marks) {
    const key = JSON.stringify([one.musterId, one.token, one.mark.by, one.started])
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const size = musterLimits.marksPerCall
  for (const group of groups.values())
    for (let from = 0; from < group.length; from += size) yield group.slice(from, from + size)
}

/** A person on the board as a roll entry, as the server would write it. */
function toRollEntry(person: BoardPerson, startedAt: string): RollEntry {
  return {
    id: person.id,
    kind: person.kind,
    first_name: person.firstName,
    last_name: person.lastName,
    role: person.role,
    employee_number: person.empNo,
    tel: person.tel,
    tel_masked: person.telMasked,
    phone_extension: person.phoneExt,
    has_photo: person.hasPhoto,
    dependents: person.dependents,
    signed_in_at: person.logDate ?? startedAt,
    left_at: null,
    had_left: false,
    left_by_other_phone: false,
  }
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base' })

function compareNames(one: RollEntry, other: RollEntry): number {
  return (
    collator.compare(one.last_name, other.last_name) || collator.compare(one.first_name, other.first_name)
  )
}
