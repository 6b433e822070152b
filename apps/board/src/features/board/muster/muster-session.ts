import { ApiError } from '@gatehouse/api-client/api-error'
import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import type { Muster, MusterState, NewMark, RollEntry } from '@gatehouse/validation/endpoints/musters'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import {
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
import { newMarkId } from './new-mark-id.ts'
import type { KeptMuster, MusterStorage, PendingMark } from './storage.ts'

/** The calls of a muster. */
export interface MusterApi {
  findRunning(siteId: string): Promise<{ muster: Muster | null; can_start: boolean }>
  start(input: { site_id: string; drill: boolean; started_at?: string; sent_at: string }): Promise<Muster>
  read(musterId: string, after: number): Promise<MusterState>
  send(musterId: string, marks: readonly NewMark[], sentAt: string): Promise<void>
  handIn(token: string, marks: readonly NewMark[], sentAt: string): Promise<void>
  end(musterId: string): Promise<Muster>
}

export interface MusterDeps {
  api: MusterApi
  storage: MusterStorage
  /** The user of the session. */
  userId: () => string | undefined
  /** By the server's clock, as far as it is known. */
  now: () => number
}

/** What the screen shows. */
export interface MusterView {
  /** What this browser had kept is not read yet. */
  isLoading: boolean
  /** The muster that is shown, also when it is over; undefined for none. */
  current: KeptMuster | undefined
  marks: Marks
  people: ReadonlyMap<string, PersonMarks>
  canStart: boolean
  /** How many marks the server does not have yet. */
  pending: number
  /** `refused`: this browser keeps nothing, or has no room: a reload loses what is not sent. */
  storage: 'fine' | 'refused'
  /** When the server was heard last, in milliseconds of this device; 0 before. */
  heardAt: number
  isOffline: boolean
  /** How many marks were refused for good. */
  refused: number
}

export interface MarkDetail {
  text?: string
  pointId?: string
  /** Which states an undo takes back. */
  taken?: readonly MarkState[]
}

export type MusterSession = ReturnType<typeof createMusterSession>

/**
 * The muster of a site on this phone. It goes on without a network: what is marked is shown and kept at once, and is sent when there is one.
 * What others mark is united with it (decision 67).
 */
export function createMusterSession(siteId: string, { api, storage, userId, now }: MusterDeps) {
  const store = createStore<MusterView>(() => ({
    isLoading: true,
    current: undefined,
    marks: noMarks,
    people: new Map(),
    canStart: false,
    pending: 0,
    storage: 'fine',
    heardAt: 0,
    isOffline: false,
    refused: 0,
  }))
  const pending = new Map<string, PendingMark>()
  /** The muster that was left with "back to the board". */
  let leftId: string | undefined
  let syncing: Promise<void> | undefined
  let isWantedAgain = false

  const set = (change: Partial<MusterView>) => store.setState({ ...change, pending: pending.size })
  const setMarks = (marks: Marks) =>
    set({ marks, people: keepEqual(store.getState().people, readMarks(marks)) })
  /** A browser that keeps nothing does not stop a muster. It is said on the screen. */
  const kept = async (work: Promise<unknown>) => {
    await work.catch(() => set({ storage: 'refused' }))
  }
  const keepCurrent = async () => {
    const { current, marks } = store.getState()
    if (current) await kept(storage.keep({ ...current, marks: [...marks.values()] }))
  }

  const loaded = storage.read(siteId).then(
    (found) => {
      for (const mark of found.pending) pending.set(mark.id, mark)
      const marks = uniteMarks(noMarks, [
        ...(found.kept?.marks ?? []),
        ...found.pending.filter(({ musterId }) => musterId === found.kept?.muster.id).map(({ mark }) => mark),
      ])
      set({ isLoading: false, current: found.kept, marks, people: readMarks(marks) })
    },
    () => set({ isLoading: false, storage: 'refused' }),
  )

  /** Takes over a muster of the server, in place of one that was started here. */
  function adopt(muster: Muster): void {
    const { current } = store.getState()
    const isKnown = current?.muster.id === muster.id
    const isJoined = current?.isLocal ?? false
    const moved: PendingMark[] = []
    for (const mark of pending.values())
      if (isJoined && mark.musterId === current?.muster.id) moved.push({ ...mark, musterId: muster.id })
    for (const mark of moved) pending.set(mark.id, mark)
    if (moved.length > 0) void kept(storage.addPending(moved))
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
        marks: [],
        muster,
        isLocal: false,
        // The whole roll is read anew.
        version: isKnown && !isJoined ? current.version : 0,
        ...(!isKnown && !isJoined && { roll: [], can_mark: false, hand_in_token: null }),
      },
    })
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
  }

  async function sendPending(): Promise<void> {
    const { current } = store.getState()
    const me = userId()
    const isOwn = ({ mark, musterId }: PendingMark) => musterId === current?.muster.id && mark.by === me
    // The server does not know a muster that was started here meanwhile.
    const own = current?.isLocal ? [] : [...pending.values()].filter(isOwn)
    for (const batch of inBatches(own))
      // oxlint-disable-next-line no-await-in-loop -- in the order in which they were made
      await deliver(batch, (marks) => sendOrHandIn(batch, marks))
    await handInPending((mark) => !isOwn(mark))
  }

  /** Whoever has lost the right to mark still hands in what was marked before. */
  async function sendOrHandIn(batch: readonly PendingMark[], marks: NewMark[]): Promise<void> {
    const [{ musterId, token } = { musterId: '', token: null }] = batch
    try {
      await api.send(musterId, marks, isoNow())
    } catch (error) {
      if (!(error instanceof ApiError) || ![401, 403, 404].includes(error.status) || token === null)
        throw error
      await api.handIn(token, marks, isoNow())
    }
  }

  /** Hands marks in without a session: those of somebody who was logged in here before, and those of an earlier muster. */
  async function handInPending(isMeant: (mark: PendingMark) => boolean): Promise<void> {
    const meant = [...pending.values()].filter(isMeant)
    for (const token of new Set(meant.map((mark) => mark.token)))
      if (token !== null)
        for (const batch of inBatches(meant.filter((mark) => mark.token === token)))
          // oxlint-disable-next-line no-await-in-loop -- a token is of one muster
          await deliver(batch, (sent) => api.handIn(token, sent, isoNow()))
  }

  async function deliver(
    batch: readonly PendingMark[],
    send: (marks: NewMark[]) => Promise<void>,
  ): Promise<void> {
    try {
      await send(batch.map(({ mark }) => toNewMark(mark)))
    } catch (error) {
      if (!isRefusal(error)) throw error
      set({ refused: store.getState().refused + batch.length })
    }
    const ids = batch.map(({ id }) => id)
    for (const id of ids) pending.delete(id)
    await kept(storage.removePending(ids))
  }

  const isoNow = () => new Date(now()).toISOString()

  /** Sends what is not sent, and reads what is new. @throws where the server does not answer */
  async function exchange(): Promise<void> {
    await loaded
    const before = store.getState().current
    if (before?.isLocal) {
      const { drill, started_at } = before.muster
      adopt(await api.start({ site_id: siteId, drill, started_at, sent_at: isoNow() }))
    } else if (!before) {
      const { muster, can_start } = await api.findRunning(siteId)
      set({ canStart: can_start })
      if (muster && muster.id !== leftId) adopt(muster)
    }
    await sendPending()
    const { current } = store.getState()
    if (!current || current.isLocal) return
    const musterId = current.muster.id
    try {
      apply(await api.read(musterId, current.version))
    } catch (error) {
      if (!isRefusal(error)) throw error
      // It is over, or not this person's to see any more.
      await leave()
      return
    }
    if (store.getState().current !== current) await keepCurrent()
  }

  /** Ends after everything until now is exchanged. @throws where the server does not answer */
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
      set({ isOffline: true })
      throw error
    } finally {
      syncing = undefined
    }
  }

  async function leave(): Promise<void> {
    leftId = store.getState().current?.muster.id
    setMarks(noMarks)
    set({ current: undefined, refused: 0 })
    await kept(storage.forget(siteId))
  }

  return {
    get: store.getState,
    subscribe: store.subscribe,
    sync,
    leave,

    /** Starts a muster; without a network it is sent later. */
    async start(
      drill: boolean,
      site: Pick<Muster, 'site_name' | 'time_zone'>,
      people: readonly BoardPerson[],
    ) {
      await loaded
      leftId = undefined
      const startedAt = isoNow()
      const muster: Muster = {
        ...site,
        id: newMarkId(now()),
        site_id: siteId,
        drill,
        started_at: startedAt,
        started_by: null,
        ended_at: null,
        ended_by: null,
        forgotten: false,
        safe: null,
        missing: null,
        total: null,
      }
      setMarks(noMarks)
      set({
        current: {
          siteId,
          muster,
          isLocal: true,
          version: 0,
          roll: people.map((person) => toRollEntry(person, startedAt)),
          marks: [],
          points: [],
          wardens: [],
          can_mark: true,
          hand_in_token: null,
        },
      })
      await keepCurrent()
      await sync().catch(() => {})
    },

    /** Marks a person. It is shown at once, kept, and sent. */
    async mark(personId: string, state: MarkState, { text = '', pointId, taken }: MarkDetail = {}) {
      await loaded
      const { current, marks } = store.getState()
      if (!current) return
      const mark: Mark = {
        id: newMarkId(now()),
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
        musterId: current.muster.id,
        token: current.hand_in_token,
        mark,
      }
      pending.set(mark.id, waiting)
      setMarks(uniteMarks(marks, [mark]))
      await kept(storage.addPending([waiting]))
      await sync().catch(() => {})
    },

    /** @throws where the server does not answer */
    async end() {
      // A muster that was started here gets another id from the server.
      await sync()
      const { current } = store.getState()
      if (!current) return
      const muster = await api.end(current.muster.id)
      set({ current: { ...(store.getState().current ?? current), muster } })
      await keepCurrent()
    },

    /** The session ends: hands in what is not sent, and forgets the names. */
    async handIn() {
      await loaded
      await handInPending(() => true)
      await kept(storage.forget(siteId))
    },
  }
}

/** The same objects for whoever has not changed, so that only the other cards are drawn anew. */
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
  const equal = (first: readonly Mark[], second: readonly Mark[]) =>
    first.length === second.length && first.every((mark, at) => mark === second[at])
  return (
    one.safe === other.safe &&
    one.saidSafe === other.saidSafe &&
    one.helpNeeded === other.helpNeeded &&
    one.helpGiven === other.helpGiven &&
    one.point === other.point &&
    one.unlisted === other.unlisted &&
    one.isWithdrawn === other.isWithdrawn &&
    equal(one.notes, other.notes) &&
    equal(one.flagged, other.flagged)
  )
}

/** The server has understood, and says no for good. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.hasErrorBody && [400, 403, 404, 422].includes(error.status)
}

function* inBatches<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  const size = musterLimits.marksPerCall
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

function toNewMark({ id, person_id, state, at, targets, point_id, text }: Mark): NewMark {
  if (state === 'said_safe') throw new Error('A warden does not speak for somebody')
  return { id, person_id, state, at, targets: targets.slice(0, musterLimits.targets), point_id, text }
}

/** Somebody of the board, as on the roll that the server would write. */
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
  }
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base' })

function compareNames(one: RollEntry, other: RollEntry): number {
  return (
    collator.compare(one.last_name, other.last_name) || collator.compare(one.first_name, other.first_name)
  )
}
