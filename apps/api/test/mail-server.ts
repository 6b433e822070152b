import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
}

export interface MailServer {
  url: string
  received: ReceivedMail[]
  /** What it does with the next mails: take them, refuse them for now or for good, or break off. */
  mood: 'takes' | 'busy' | 'refuses' | 'breaks off'
  close(): Promise<void>
}

/** A real SMTP server on the loopback, with a login. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const mailServer: MailServer = { url: '', received, mood: 'takes', close }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      username === 'post' && password === 'office' ? done(null, { user: 'post' }) : done(new Error('No')),
    onData(stream, session, done) {
      if (mailServer.mood === 'breaks off') {
        stream.resume()
        for (const connection of server.connections) connection.close()
        return
      }
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (mailServer.mood !== 'takes') {
          const isBusy = mailServer.mood === 'busy'
          return done(Object.assign(new Error('Not now'), { responseCode: isBusy ? 451 : 550 }))
        }
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  mailServer.url = `smtp://post:office@127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return mailServer

  async function close(): Promise<void> {
    await new Promise<void>((done) => server.close(() => done()))
  }
}
