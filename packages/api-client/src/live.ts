import { type ClientEvents, liveNamespace, type ServerEvents, siteRoom } from '@gatehouse/validation/live'
import { io, type Socket } from 'socket.io-client'
import { connection } from './connection.ts'
import type { TokenStore } from './token-store.ts'

/**
 * What can be watched: a site's board, the user's notifications, or the devices of their client.
 */
export type Topic = `site ${string}` | 'notifications' | 'devices'

export interface Live {
  /**
   * Calls the listener on each change of the topic, and after each connection, because changes may
   * have been missed. Calls don't overlap: the next one waits.
   * @returns a function that stops watching
   */
  watch(topic: Topic, listener: () => Promise<unknown>): () => void
  /** Connects again, because another client was chosen. */
  reconnect(): void
}

const SITE = 'site '
/** The wait before a retry, after the server has closed or refused something. */
const RETRY_MS = 10_000
/** The wait before the first reconnect, with 50 % jitter. Each further wait is twice as long. */
const FIRST_RETRY_MS = 500
/** Shorter interruptions are not shown. */
const UNNOTICED_MS = 5000
/** With jitter, so that screens don't come back all at once. */
const soon = () => RETRY_MS * (0.5 + Math.random())

type LiveSocket = Socket<ServerEvents, ClientEvents>

/**
 * The live socket of a staff app. It is open while a topic is watched and the user is logged in.
 */
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
    // Read for each connection, because a login may have renewed the token.
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
  /**
   * Subscribes, then fetches what changed before. A final refusal shows at the page's next poll.
   */
  const begin = (topic: Topic) => {
    const siteId = siteOf(topic)
    if (siteId !== undefined)
      socket.emit('join', siteRoom(siteId), (answer) => {
        if (!answer.ok && answer.code === 'unavailable')
          setTimeout(() => socket.connected && watchers.has(topic) && begin(topic), soon())
        tell(topic)
      })
    // The pages' lists have more details of devices than this response, so they are fetched again.
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

  // The library leaves reconnecting to the caller where the server closed or refused a socket.
  const retry = () => {
    if (!socket.active) setTimeout(update, soon())
  }
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') notice('polled')
    else noticeLoss()
    // The session may have ended: fetching the notifications finds out.
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

/** Runs the work once at a time. Requests during a run are coalesced into one further run. */
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
      // A call during the run may have set it, which the compiler can't see.
    } while (isWantedAgain as boolean)
    isRunning = false
  }
  return () => void run()
}
