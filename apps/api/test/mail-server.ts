import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
}

export type Behaviour = 'takes' | 'busy' | 'refuses' | 'breaks off' | 'hangs'

/** The reply that refuses a command. */
export interface Rejection {
  command: 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA'
  code: number
  text: string
}

export interface MailServer {
  url: string
  received: ReceivedMail[]
  /**
   * How it treats the next emails: accept, refuse temporarily or permanently, disconnect, or send
   * no reply until `release`.
   */
  behaviour: Behaviour
  /** How it treats emails to an address. */
  behaviours: Map<string, Behaviour>
  /** The commands it refuses for an address; `*` is for all. */
  rejections: Map<string, Rejection>
  /** How many emails wait for a reply. */
  readonly held: number
  /** How many connections are open. */
  readonly connections: number
  /** How many recipients it has received. */
  asked: number
  /** Replies to the waiting emails, and accepts all later ones. */
  release(): void
  close(): Promise<void>
}

/** Starts a real SMTP server with a login on the loopback address. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const held = new Set<() => void>()
  const rejectionAt = (command: Rejection['command'], address = '*') => {
    const rejection = mailServer.rejections.get(address) ?? mailServer.rejections.get('*')
    return rejection?.command === command
      ? Object.assign(new Error(rejection.text), { responseCode: rejection.code })
      : null
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    hideENHANCEDSTATUSCODES: true,
    onAuth: ({ username, password }, _, done) => {
      const rejection = rejectionAt('AUTH')
      if (rejection) return done(rejection)
      return username === 'post' && password === 'office'
        ? done(null, { user: 'post' })
        : done(new Error('No'))
    },
    onMailFrom: (_, __, done) => done(rejectionAt('MAIL FROM')),
    onRcptTo: ({ address }, _, done) => {
      mailServer.asked += 1
      done(rejectionAt('RCPT TO', address))
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      const to = rcptTo.map(({ address }) => address)
      const behaviour = mailServer.behaviours.get(to[0] ?? '') ?? mailServer.behaviour
      if (behaviour === 'breaks off') {
        stream.resume()
        for (const connection of server.connections) if (connection.id === session.id) connection.close()
        return
      }
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (behaviour === 'busy' || behaviour === 'refuses') {
          return done(Object.assign(new Error('Not now'), { responseCode: behaviour === 'busy' ? 451 : 550 }))
        }
        const rejection = rejectionAt('DATA', to[0])
        if (rejection) return done(rejection)
        const take = () => {
          received.push({
            from: mailFrom ? mailFrom.address : '',
            to,
            raw: Buffer.concat(chunks).toString(),
          })
          done()
        }
        if (behaviour === 'hangs') held.add(take)
        else take()
      })
    },
  })
  const mailServer: MailServer = {
    url: '',
    received,
    behaviour: 'takes',
    behaviours: new Map(),
    rejections: new Map(),
    asked: 0,
    get held() {
      return held.size
    },
    get connections() {
      return server.connections.size
    },
    release() {
      mailServer.behaviour = 'takes'
      mailServer.behaviours.clear()
      for (const take of held) take()
      held.clear()
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  mailServer.url = `smtp://post:office@127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return mailServer
}
