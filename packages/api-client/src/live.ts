import { type ClientEvents, liveNamespace, type ServerEvents, siteRoom } from '@gatehouse/validation/live'
import { io, type Socket } from 'socket.io-client'
import { connection } from './connection.ts'
import type { TokenStore } from './token-store.ts'

/** What one is told of: the board of a site, the own notifications, or the devices of the client that the person works in. */
export type Topic = `site ${string}` | 'notifications' | 'devices'

export interface Live {
  /**
   * Calls the listener when something of the topic has changed, and whenever changes may have been missed: after each connection. While a call
   * runs, the next one waits. @returns what ends it
   */
  watch(topic: Topic, listener: () => Promise<unknown>): () => void
  /** Connects anew, because another client was chosen. */
  reconnect(): void
}

const SITE = 'site '
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
  const watchers = new Map<Topic, Set<() => void>>()
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
    connection.setState(changed)
  }
  const noticeLoss = () => {
    noticing ??= setTimeout(() => connection.setState('reconnecting'), UNNOTICED_MS)
  }

  const update = () => {
    if (tokens.get() === undefined || watchers.size === 0) socket.disconnect()
    else if (!socket.active) {
      noticeLoss()
      socket.connect()
    }
  }
  const tell = (topic: Topic) => {
    for (const one of watchers.get(topic) ?? []) one()
  }
  const siteOf = (topic: Topic) => (topic.startsWith(SITE) ? topic.slice(SITE.length) : undefined)
  /** What changed before the server tells of a topic is told by a call. A refusal for good shows at the next poll of the page. */
  const begin = (topic: Topic) => {
    const siteId = siteOf(topic)
    if (siteId !== undefined)
      socket.emit('join', siteRoom(siteId), (answer) => {
        if (!answer.ok && answer.code === 'unavailable')
          setTimeout(() => socket.connected && watchers.has(topic) && begin(topic), soon())
        tell(topic)
      })
    // The lists of the pages say more of devices than the answer, so they are read anew.
    else if (topic === 'devices') socket.emit('connected_devices', () => tell(topic))
    else tell(topic)
  }

  socket.on('connect', () => {
    notice('live')
    for (const topic of watchers.keys()) begin(topic)
  })
  socket.on('connected_devices_changed', () => tell('devices'))
  socket.on('board_changed', ({ siteId }) => tell(`${SITE}${siteId}`))
  socket.on('notification', () => tell('notifications'))

  // Where the server ends or refuses a socket, the library leaves the next try to its caller.
  const retry = () => {
    if (!socket.active) setTimeout(update, soon())
  }
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') notice('polled')
    else noticeLoss()
    // The session may have ended. Whoever asks now is told.
    if (reason === 'io server disconnect') tell('notifications')
    retry()
  })
  socket.on('connect_error', retry)
  tokens.subscribe(update)

  return {
    watch(topic, listener) {
      const told = oneAtATime(listener)
      const listening = watchers.get(topic) ?? new Set()
      watchers.set(topic, listening.add(told))
      if (socket.connected && listening.size === 1) begin(topic)
      update()
      return () => {
        listening.delete(told)
        if (listening.size > 0) return
        watchers.delete(topic)
        const siteId = siteOf(topic)
        if (siteId !== undefined && socket.connected) socket.emit('leave', siteRoom(siteId), () => {})
        update()
      }
    },
    reconnect() {
      socket.disconnect()
      update()
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
