import { type ClientEvents, liveNamespace, type ServerEvents, siteRoom } from '@gatehouse/validation/live'
import { io, type Socket } from 'socket.io-client'
import { connection } from './connection.ts'
import type { TokenStore } from './token-store.ts'

export interface Live {
  /**
   * Calls the listener when the board of a site has changed, and whenever changes may have been missed: after each connection. While a call runs, the
   * next one waits. @returns what ends it
   */
  watchSite(siteId: string, listener: () => Promise<unknown>): () => void
  /** The same for the own notifications. */
  watchNotifications(listener: () => Promise<unknown>): () => void
  /** The same for the devices of the client that the person works in. */
  watchDevices(listener: () => Promise<unknown>): () => void
  /** Connects anew, because another client was chosen. */
  reconnect(): void
}

/** The wait before another try, after the server has ended or refused something. */
const RETRY_MS = 10_000
/** Before the first try after a connection was lost, half as long to half as long again. The next wait is twice as long. */
const FIRST_RETRY_MS = 500
/** A connection that comes back sooner was never worth a word. */
const UNNOTICED_MS = 5000
/** Not all screens come back at once. */
const soon = () => RETRY_MS * (0.5 + Math.random())

type LiveSocket = Socket<ServerEvents, ClientEvents>

/** The live socket of a staff app. It is open while somebody wants to be told something and is logged in. */
export function createLive(
  tokens: TokenStore,
  chosenClient: () => string | undefined = () => undefined,
): Live {
  const sites = new Map<string, Set<() => void>>()
  const readers = new Set<() => void>()
  const deviceWatchers = new Set<() => void>()
  const socket: LiveSocket = io(liveNamespace, {
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelay: FIRST_RETRY_MS,
    reconnectionDelayMax: RETRY_MS,
    // Asked for each connection, because a login may have renewed the token.
    auth: (send) => send({ token: tokens.get(), client: chosenClient() }),
  })
  let noticing: ReturnType<typeof setTimeout> | undefined
  const notice = (changed: 'live' | 'polled') => {
    clearTimeout(noticing)
    noticing = undefined
    connection.set(changed)
  }
  const noticeLoss = () => {
    noticing ??= setTimeout(() => connection.set('reconnecting'), UNNOTICED_MS)
  }

  const isWanted = () =>
    tokens.get() !== undefined && (sites.size > 0 || readers.size > 0 || deviceWatchers.size > 0)
  const update = () => {
    if (!isWanted()) socket.disconnect()
    else if (!socket.active) {
      noticeLoss()
      socket.connect()
    }
  }

  socket.on('connect', () => {
    notice('live')
    for (const siteId of sites.keys()) join(siteId)
    for (const tell of readers) tell()
    if (deviceWatchers.size > 0) askForDevices()
  })
  socket.on('connected_devices_changed', () => tellDevices())
  socket.on('board_changed', ({ siteId }) => {
    for (const tell of sites.get(siteId) ?? []) tell()
  })
  socket.on('notification', () => {
    for (const tell of readers) tell()
  })
  const tellDevices = () => {
    for (const tell of deviceWatchers) tell()
  }
  /** The lists of the pages say more of devices than the answer, so they are read anew. */
  const askForDevices = () => void socket.emit('connected_devices', tellDevices)

  // Where the server ends or refuses a socket, the library leaves the next try to its caller.
  const retry = () => {
    if (!socket.active) setTimeout(update, soon())
  }
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') notice('polled')
    else noticeLoss()
    // The session may have ended. Whoever asks now is told.
    if (reason === 'io server disconnect') for (const tell of readers) tell()
    retry()
  })
  socket.on('connect_error', retry)
  tokens.subscribe(update)

  /** What changed before the room was joined is told by the call afterwards. A refusal for good shows at the next poll of the page. */
  function join(siteId: string): void {
    socket.emit('join', siteRoom(siteId), (answer) => {
      if (!answer.ok && answer.code === 'unavailable') setTimeout(() => rejoin(siteId), soon())
      for (const tell of sites.get(siteId) ?? []) tell()
    })
  }
  function rejoin(siteId: string): void {
    if (socket.connected && sites.has(siteId)) join(siteId)
  }

  return {
    watchSite(siteId, listener) {
      const tell = oneAtATime(listener)
      const listening = sites.get(siteId) ?? new Set()
      sites.set(siteId, listening.add(tell))
      if (socket.connected && listening.size === 1) join(siteId)
      update()
      return () => {
        listening.delete(tell)
        if (listening.size > 0) return
        sites.delete(siteId)
        if (socket.connected) socket.emit('leave', siteRoom(siteId), () => {})
        update()
      }
    },
    reconnect() {
      socket.disconnect()
      update()
    },
    watchDevices(listener) {
      const tell = oneAtATime(listener)
      deviceWatchers.add(tell)
      if (socket.connected && deviceWatchers.size === 1) askForDevices()
      update()
      return () => {
        deviceWatchers.delete(tell)
        update()
      }
    },
    watchNotifications(listener) {
      const tell = oneAtATime(listener)
      readers.add(tell)
      update()
      return () => {
        readers.delete(tell)
        update()
      }
    },
  }
}

/** Runs the work once at a time. What is wanted while it runs is done by one further run. */
export function oneAtATime(work: () => Promise<unknown>): () => void {
  let isRunning = false
  let isWantedAgain = false
  const run = async () => {
    if (isRunning) {
      isWantedAgain = true
      return
    }
    isRunning = true
    do {
      isWantedAgain = false
      await work().catch(() => {})
      // The listener may have been called meanwhile, which the compiler cannot see.
    } while (isWantedAgain as boolean)
    isRunning = false
  }
  return () => void run()
}
