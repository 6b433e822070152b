import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Mail {
  /** Without brackets. The same at each attempt, so that mailboxes detect duplicates (RFC 5322). */
  messageId?: string
  to: { name: string; address: string }
  subject: string
  html: string
  text: string
  /** Images of the HTML, by their content ids. */
  attachments?: { cid: string; filename: string; contentType: string; content: Buffer }[]
}

export interface Mailer {
  /**
   * Sends an email. When it resolves, the server has accepted the email, or its file is written.
   * Otherwise it throws, also when the signal aborts.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close(): void
}

export interface MailerDeps {
  /** Without it, or with `outbox`, each email is written to a file. */
  smtpUrl: string | undefined
  from: string
  outboxFolder: string
  /** Called with the name of each file, which contains no email. */
  onFile(name: string): void
}

/** A mail server that does not respond must not delay the next email for long. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Creates a mailer: by SMTP (RFC 5321), or without a server into `.eml` files (RFC 5322). */
export function createMailer(deps: MailerDeps): Mailer {
  const { smtpUrl } = deps
  return smtpUrl === undefined || smtpUrl === 'outbox' ? fileMailer(deps) : smtpMailer(smtpUrl, deps.from)
}

/** Auto-responders do not reply to such an email (RFC 3834, section 5). */
const headers = { 'Auto-Submitted': 'auto-generated' }

/** The library is loaded with the first email. */
async function openTransport(
  from: string,
  options: { url: string } | { streamTransport: true; buffer: true },
) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ ...options, disableFileAccess: true, disableUrlAccess: true }, { from, headers })
}

function smtpMailer(url: string, from: string): Mailer {
  let opened: ReturnType<typeof openTransport> | undefined
  return {
    async send(mail, signal) {
      opened ??= openTransport(from, { url, ...timeouts })
      const transport = await opened
      await transport.sendMail({ ...mail, ...(signal && { signal }) })
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

function fileMailer({ from, outboxFolder, onFile }: MailerDeps): Mailer {
  let opened: ReturnType<typeof openTransport> | undefined
  return {
    async send(mail) {
      opened ??= openTransport(from, { streamTransport: true, buffer: true })
      const transport = await opened
      const { message } = await transport.sendMail(mail)
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`
      const file = join(outboxFolder, name)
      // The email contains a link that gives access: only the owner may read the file, and it
      // appears complete or not at all.
      await mkdir(outboxFolder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.new`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.new`, file)
      onFile(name)
    },
    close: () => {},
  }
}
