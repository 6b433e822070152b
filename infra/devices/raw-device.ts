import { devicePath, deviceProtocol, type GatewayMessage } from '@gatehouse/validation/device-protocol'

export type MessageOf<Type extends GatewayMessage['type']> = Extract<GatewayMessage, { type: Type }>

/** One end of a connection to the device gateway that sends any message, valid or not. */
export interface RawDevice {
  socket: WebSocket
  /** All received messages, in order. */
  heard: GatewayMessage[]
  /** Sends a message as it is; a string is sent unchanged. */
  say(message: object | string): void
  /** The next message of this type that was not returned yet. */
  next<Type extends GatewayMessage['type']>(type: Type): Promise<MessageOf<Type>>
  /** Sends an event, and waits for its answer. */
  ask(event: { id: string } & object): Promise<MessageOf<'accepted' | 'refused'>>
  /** The code with which the connection is closed. */
  closed: Promise<number>
}

/**
 * @param url the address of the installation
 * @throws Error where the connection is refused
 */
export async function connectRaw(url: string, protocols: string[] = [deviceProtocol]): Promise<RawDevice> {
  const address = new URL(devicePath, url)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address, protocols)
  const heard: GatewayMessage[] = []
  const taken = new Set<GatewayMessage>()
  let wake = Promise.withResolvers<void>()
  socket.addEventListener('message', ({ data }) => {
    heard.push(JSON.parse(data as string) as GatewayMessage)
    wake.resolve()
    wake = Promise.withResolvers()
  })
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', ({ code }) => resolve(code))
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('The connection was refused')))
  })
  async function find<Found extends GatewayMessage>(is: (message: GatewayMessage) => message is Found) {
    for (;;) {
      const found = heard.find((message): message is Found => is(message) && !taken.has(message))
      if (found) {
        taken.add(found)
        return found
      }
      await wake.promise
    }
  }
  const say = (message: object | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  return {
    socket,
    heard,
    closed,
    say,
    next: (type) => find((message): message is MessageOf<typeof type> => message.type === type),
    ask(event) {
      say(event)
      return find(
        (message): message is MessageOf<'accepted' | 'refused'> =>
          (message.type === 'accepted' || message.type === 'refused') && message.id === event.id,
      )
    },
  }
}

type Fields = Partial<Record<string, unknown>>

/** A hello with its own boot id. */
export const helloOf = (token: string, fields: Fields = {}) => ({
  type: 'hello',
  token,
  serial_number: 'SN-1',
  boot_id: crypto.randomUUID(),
  ...fields,
})

/** An event with the current time. */
export function eventOf(type: 'reading' | 'pin' | 'warning', fields: Fields = {}): { id: string } & object {
  const now = new Date().toISOString()
  const event = { id: crypto.randomUUID(), type, at: now, sent_at: now }
  return Object.assign(event, fields)
}
