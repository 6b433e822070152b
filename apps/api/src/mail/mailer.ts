import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

/** A finished mail to one person. */
export interface Mail {
  to: { name: string; address: string }
  subject: string
  html: string
  text: string
}

export interface Mailer {
  /** Sends a mail; it is on its way, or lies in its file, once this resolves. Throws where neither is so, also once the signal ends it. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close(): void
}

export interface MailerDeps {
  /** Without it each mail becomes a file. */
  smtpUrl: string | undefined
  from: string
  /** Where the files go. */
  outboxFolder: string
  /** Told the name of each file: it holds no address. */
  onFile(name: string): void
}

/** A mail server that does not answer must not hold the next mail for long. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Mail by SMTP (RFC 5321), or without a server as `.eml` files (RFC 5322) to open in a mail program. */
export function createMailer(parts: MailerDeps): Mailer {
  return parts.smtpUrl === undefined ? fileMailer(parts) : smtpMailer(parts.smtpUrl, parts.from)
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  return {
    send: async (mail, signal) =>
      void (await transport.sendMail({ from, ...mail, ...(signal && { signal }) })),
    close: () => transport.close(),
  }
}

function fileMailer({ from, outboxFolder, onFile }: MailerDeps): Mailer {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ from, ...mail })
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`
      const file = join(outboxFolder, name)
      // It holds a link that lets whoever reads it in: for the owner's eyes only, and never half written.
      await mkdir(outboxFolder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.new`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.new`, file)
      onFile(name)
    },
    close: () => {},
  }
}
