import {
  deviceCloseCodes,
  type DeviceConfiguration,
  deviceLimits,
  devicePath,
  deviceProtocol,
  type DeviceWarning,
  type GatewayMessage,
} from '@gatehouse/validation/device-protocol'
import type { DeviceCommand } from '@gatehouse/validation/vocabulary'

type MessageOf<Type extends GatewayMessage['type']> = Extract<GatewayMessage, { type: Type }>
export type EventAnswer = MessageOf<'accepted' | 'refused'>

/** An event that is stored until it is answered; `at` is in milliseconds by the device's clock. */
interface KeptEvent {
  id: string
  at: number
  body: Record<string, unknown>
}

/** What a device keeps over a restart. */
export interface DeviceMemory {
  token: string | undefined
  settingsVersion: string | null
  configuration: DeviceConfiguration | undefined
  events: KeptEvent[]
}

export const emptyMemory = (): DeviceMemory => ({
  token: undefined,
  settingsVersion: null,
  configuration: undefined,
  events: [],
})

export interface DeviceOptions {
  /** The address of the installation, such as `http://localhost:50000`. */
  url: string
  serialNumber: string
  kioskId?: string
  versions?: Record<string, string>
  memory?: DeviceMemory
  /** How far the device's clock is off. */
  clockSkewMs?: number
  /** The protocols that it offers. */
  protocols?: string[]
  /** After how long without a message of the gateway it reconnects. */
  silenceSeconds?: number
  /** Whether it accepts a configuration; a text is the reason why it does not. */
  judge?: (configuration: DeviceConfiguration) => string | undefined
}

/** A device's reports, for a display or a test. */
export interface DeviceEvents {
  state: DeviceState
  configuration: DeviceConfiguration
  command: DeviceCommand
  answer: EventAnswer
  message: GatewayMessage
}

/** `unpaired`: it needs a code. `offline`: it waits to reconnect. */
export type DeviceState = 'unpaired' | 'offline' | 'connecting' | 'online'

const SECOND_MS = 1000
const MAX_WAIT_MS = 60 * SECOND_MS
/** How many events it stores without a network. */
const MAX_EVENTS = 1000

/** A device that conforms to docs/device-protocol.md. It runs in Node.js and in browsers. */
export class SimulatedDevice {
  readonly memory: DeviceMemory
  state: DeviceState
  readonly #options: DeviceOptions
  readonly #listeners = new Map<string, Set<(detail: never) => void>>()
  #bootId: string = crypto.randomUUID()
  #socket: WebSocket | undefined
  #failures = 0
  #heardAt = 0
  #timers: ReturnType<typeof setTimeout>[] = []
  #retry: ReturnType<typeof setTimeout> | undefined
  #pairing: PromiseWithResolvers<void> | undefined
  #isStopped = true
  /** The unanswered event that was sent over this connection. */
  #sent: string | undefined

  constructor(options: DeviceOptions) {
    this.#options = options
    this.memory = options.memory ?? emptyMemory()
    this.state = this.memory.token === undefined ? 'unpaired' : 'offline'
  }

  on<Name extends keyof DeviceEvents>(
    name: Name,
    listener: (detail: DeviceEvents[Name]) => void,
  ): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  #emit<Name extends keyof DeviceEvents>(name: Name, detail: DeviceEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(detail as never)
  }

  /** Connects, and reconnects whenever the connection is lost. */
  start(): void {
    this.#isStopped = false
    if (this.memory.token !== undefined) this.#connect()
  }

  /** Closes the connection, until `start` is called. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#retry)
    this.#socket?.close()
  }

  /** The network goes away and comes back later. */
  loseNetwork(): void {
    this.#socket?.close()
  }

  /** Restarts: state that is not stored is lost. */
  restart(): void {
    this.#bootId = crypto.randomUUID()
    this.#sent = undefined
    this.#socket?.close()
  }

  /**
   * Pairs the device with a code, and goes online.
   * @throws Error with the refusal
   */
  async pair(code: string): Promise<void> {
    this.#isStopped = false
    this.#pairing = Promise.withResolvers()
    this.#connect(() =>
      this.#send({
        type: 'pair',
        code,
        serial_number: this.#options.serialNumber,
        versions: this.#options.versions ?? {},
      }),
    )
    await this.#pairing.promise
  }

  /** @returns the id of the event */
  measure(temperature: number): string {
    return this.#keep({ type: 'reading', temperature })
  }

  typePin(pin: string, direction: 'in' | 'out', reading: string | null = null): string {
    return this.#keep({ type: 'pin', pin, direction, reading })
  }

  warn(warning: DeviceWarning, active: boolean): string {
    return this.#keep({ type: 'warning', warning, active })
  }

  /** The final answer to an event. */
  answerTo(id: string): Promise<EventAnswer> {
    return new Promise((resolve) => {
      const stop = this.on('answer', (answer) => {
        if (answer.id !== id || isForLater(answer)) return
        stop()
        resolve(answer)
      })
    })
  }

  now(): number {
    return Date.now() + (this.#options.clockSkewMs ?? 0)
  }

  #keep(body: Record<string, unknown>): string {
    const event = { id: crypto.randomUUID(), at: this.now(), body }
    this.memory.events.push(event)
    if (this.memory.events.length > MAX_EVENTS) this.memory.events.shift()
    this.#sendNext()
    return event.id
  }

  #setState(state: DeviceState): void {
    if (this.state === state) return
    this.state = state
    this.#emit('state', state)
  }

  #connect(begin: () => void = () => this.#sayHello()): void {
    clearTimeout(this.#retry)
    this.#setState('connecting')
    const address = new URL(devicePath, this.#options.url)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(address, this.#options.protocols ?? [deviceProtocol])
    this.#socket = socket
    socket.addEventListener('open', begin)
    socket.addEventListener('message', ({ data }) => {
      this.#heardAt = Date.now()
      this.#hear(JSON.parse(String(data)) as GatewayMessage)
    })
    socket.addEventListener('close', ({ code }) => this.#end(socket, code))
  }

  #end(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return
    this.#socket = undefined
    this.#sent = undefined
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
    this.#pairing?.reject(new Error('The connection was lost while pairing'))
    this.#pairing = undefined
    if (code === deviceCloseCodes.unpaired) this.memory.token = undefined
    this.#setState(this.memory.token === undefined ? 'unpaired' : 'offline')
    if (this.#isStopped || this.memory.token === undefined) return
    const longest =
      code === deviceCloseCodes.restart
        ? 2 * SECOND_MS
        : Math.min(MAX_WAIT_MS, 2 ** this.#failures * SECOND_MS)
    this.#failures += 1
    const wait = code === deviceCloseCodes.restart ? Math.random() * longest : longest * (0.5 + Math.random())
    this.#retry = setTimeout(() => this.#connect(), wait)
  }

  #sayHello(): void {
    const { serialNumber, kioskId = '', versions = {} } = this.#options
    this.#send({
      type: 'hello',
      token: this.memory.token ?? '',
      serial_number: serialNumber,
      boot_id: this.#bootId,
      kiosk_id: kioskId,
      versions,
      settings_version: this.memory.settingsVersion,
    })
  }

  #hear(message: GatewayMessage): void {
    this.#emit('message', message)
    switch (message.type) {
      case 'paired':
        this.memory.token = message.token
        this.#pairing?.resolve()
        this.#pairing = undefined
        return this.#sayHello()
      case 'welcome':
        this.#failures = 0
        this.#setState('online')
        this.#beatEvery(message.beat_seconds * SECOND_MS)
        if (message.settings) this.#apply(message.settings.version, message.settings.configuration)
        return this.#sendNext()
      case 'settings':
        return this.#apply(message.version, message.configuration)
      case 'command':
        this.#send({ type: 'command_done', id: message.id })
        this.#emit('command', message.command)
        if (message.command === 'restart') this.restart()
        return
      case 'accepted':
        return this.#settle(message)
      case 'refused':
        return this.#refuse(message)
      case 'beat':
    }
  }

  #beatEvery(milliseconds: number): void {
    this.#timers.push(
      setInterval(() => {
        const { silenceSeconds = deviceLimits.offlineSeconds } = this.#options
        if (Date.now() - this.#heardAt > silenceSeconds * SECOND_MS) this.#socket?.close()
        else this.#send({ type: 'beat' })
      }, milliseconds),
    )
  }

  #apply(version: string, configuration: DeviceConfiguration): void {
    const reason = this.#options.judge?.(configuration)
    this.#send({
      type: 'settings_reported',
      version,
      accepted: reason === undefined,
      ...(reason !== undefined && { reason }),
    })
    if (reason !== undefined) return
    this.memory.settingsVersion = version
    this.memory.configuration = configuration
    this.#emit('configuration', configuration)
  }

  /** Events are sent one at a time, in order. */
  #sendNext(): void {
    const [event] = this.memory.events
    if (!event || this.state !== 'online' || this.#sent !== undefined) return
    this.#sent = event.id
    this.#send({
      ...event.body,
      id: event.id,
      at: new Date(event.at).toISOString(),
      sent_at: new Date(this.now()).toISOString(),
    })
  }

  #settle(answer: EventAnswer): void {
    this.#sent = undefined
    this.memory.events = this.memory.events.filter(({ id }) => id !== answer.id)
    this.#emit('answer', answer)
    this.#sendNext()
  }

  #refuse(refused: MessageOf<'refused'>): void {
    if (this.#pairing) {
      this.#pairing.reject(new Error(refused.message))
      this.#pairing = undefined
    }
    if (refused.id === null) return
    if (!isForLater(refused)) return this.#settle(refused)
    this.#emit('answer', refused)
    this.#timers.push(
      setTimeout(
        () => {
          this.#sent = undefined
          this.#sendNext()
        },
        (refused.retry_after_seconds ?? 2) * SECOND_MS,
      ),
    )
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}

/** The event is retried later. */
const isForLater = (answer: EventAnswer) =>
  answer.type === 'refused' && (answer.code === 'unavailable' || answer.code === 'too_many_requests')
