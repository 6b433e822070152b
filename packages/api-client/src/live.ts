import { type ClientEvents, liveNamespace, type ServerEvents, siteRoom } from '@gatehouse/validation/live'
import { io, type Socket } from 'socket.io-client'
import type { TokenStore } from './token-store.ts'

export interface Live {
  /**
   * Calls the listener when the board of a site has changed, and whenever changes may have been missed: after each connection. While a call runs, the
   * next one waits. @returns what ends it
   */
  watchSite(siteId: string, listener: () => Promise<unknown>): () => void
  /** The same for the own notifications. */
  watchNotifications(listener: () => Promise<unknown>): () => void
}

/** The wait before another try, after the server has ended or refused something. */
const RETRY_MS = 10_000
/** Not all screens come back at once. */
const soon = () => RETRY_MS * (0.5 + Math.random())

type LiveSocket = Socket<ServerEvents, ClientEvents>

/** The live socket of a staff app. It is open while somebody wants to be told something and is logged in. */
export function createLive(tokens: TokenStore): Live {
  const sites = new Map<string, Set<() => void>>()
  const readers = new Set<() => void>()
  const socket: LiveSocket = io(liveNamespace, {
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelayMax: RETRY_MS,
    // Asked for each connection, because a login may have renewed the token.
    auth: (send) => send({ token: tokens.get() }),
  })
  const isWanted = () => tokens.get() !== undefined && (sites.size > 0 || readers.size > 0)
  const update = () => {
    if (!isWanted()) socket.disconnect()
    else if (!socket.active) socket.connect()
  }

  socket.on('connect', () => {
    for (const siteId of sites.keys()) join(siteId)
    for (const tell of readers) tell()
  })
  socket.on('board_changed', ({ siteId }) => {
    for (const tell of sites.get(siteId) ?? []) tell()
  })
  socket.on('notification', () => {
    for (const tell of readers) tell()
  })
  // Where the server ends or refuses a socket, the library leaves the next try to its caller.
  const retry = () => {
    if (!socket.active) setTimeout(update, soon())
  }
  socket.on('disconnect', retry)
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
function oneAtATime(work: () => Promise<unknown>): () => void {
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
