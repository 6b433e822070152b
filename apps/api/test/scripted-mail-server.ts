import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { ServerIdentity } from './self-signed.ts'

/** The stages of an SMTP session, by the command that the server is about to reply to. */
export const mailStages = ['the greeting', 'EHLO', 'MAIL FROM', 'RCPT TO', 'DATA', 'the final dot'] as const
type MailStage = (typeof mailStages)[number]

/**
 * What the server does instead of its reply: nothing, or it closes the connection, before the reply
 * or right after it.
 */
type Fault = 'hangs' | 'drops' | 'replies and drops'

export interface ScriptedMailServer {
  url: string
  /** The emails that arrived with their final dot, whatever the reply was. */
  received: string[]
  /** The commands that arrived unencrypted. */
  commands: string[]
  /** The fault, and its stage. */
  fault: { at: MailStage; what: Fault } | undefined
  readonly connections: number
  close(): Promise<void>
}

const replies: Record<MailStage, string> = {
  'the greeting': '220 scripted.example ESMTP',
  EHLO: '250 scripted.example',
  'MAIL FROM': '250 OK',
  'RCPT TO': '250 OK',
  DATA: '354 Go on',
  'the final dot': '250 Taken',
}

/**
 * Starts an SMTP server on the loopback that follows a script, for behaviour that no
 * proper server has.
 * @param identity enables STARTTLS with this certificate
 */
export async function startScriptedMailServer(identity?: ServerIdentity): Promise<ScriptedMailServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    serve(socket)
  })
  const scripted: ScriptedMailServer = {
    url: '',
    received: [],
    commands: [],
    fault: undefined,
    get connections() {
      return sockets.size
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((done) => void server.close(() => done()))
    },
  }

  function reply(socket: Socket, stage: MailStage): void {
    const what = scripted.fault?.at === stage ? scripted.fault.what : undefined
    if (what === 'hangs') return
    if (what === 'drops') return void socket.destroy()
    const text = `${replies[stage]}\r\n`
    if (what === 'replies and drops') socket.end(text)
    else socket.write(text)
  }

  function serve(socket: Socket): void {
    let unread = ''
    let mail: string | undefined
    const onLine = (line: string) => {
      if (mail !== undefined) {
        if (line !== '.') return void (mail += `${line}\r\n`)
        scripted.received.push(mail)
        mail = undefined
        return reply(socket, 'the final dot')
      }
      scripted.commands.push(line)
      const [verb = ''] = line.toUpperCase().split(/[ :]/)
      if (verb === 'EHLO' && identity && scripted.fault?.at !== 'EHLO')
        return void socket.write('250-scripted.example\r\n250 STARTTLS\r\n')
      if (verb === 'STARTTLS' && identity) return secure(socket, identity)
      if (verb === 'QUIT') return void socket.end('221 Bye\r\n')
      if (verb === 'DATA') mail = ''
      const stage = mailStages.find((one) => one.startsWith(verb) && verb !== '')
      if (stage) reply(socket, stage)
      else socket.write('250 OK\r\n')
    }
    socket.on('data', (chunk: Buffer) => {
      const lines = (unread + chunk.toString()).split('\r\n')
      unread = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    })
    reply(socket, 'the greeting')
  }

  /** Continues over TLS. Commands over TLS are served, and not recorded as unencrypted. */
  function secure(socket: Socket, { key, cert }: ServerIdentity): void {
    socket.removeAllListeners('data')
    socket.write('220 Go on\r\n')
    const secured = new TLSSocket(socket, { isServer: true, key, cert })
    secured.on('error', () => {})
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scripted.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return scripted
}
