/** What of a failed attempt is kept and told: codes alone, because the text of a mail server can hold an address. */
export interface MailFailure {
  /** The server will never take a mail for this address: trying again is of no use. */
  isFinal: boolean
  /** A reply code with its enhanced status (`550 5.1.1`), or the code of an error (`ETIMEDOUT`). */
  reason: string
}

/**
 * Replies that speak of the mailbox (RFC 5321, 4.2.3; RFC 7504 for 521 and 556). The others of class 5 speak of the session, the
 * login or the message; 552 asks to be treated as temporary (RFC 5321, 4.5.3.1.10).
 */
const mailboxReplies = new Set([521, 550, 551, 553, 554, 556])
/** Before the message is sent, a syntax error can only be that of the address. */
const addressReplies = new Set([...mailboxReplies, 501, 555])

/**
 * Enhanced status codes of class 5 that speak of the recipient (RFC 3463, 3.2 and 3.3): 5.1.7 and 5.1.8 are about the sender, and a
 * full mailbox (5.2.2) may be emptied.
 */
const recipientStatus = /^5\.(1\.(?![78]$)\d+|2\.(?!2$)\d+)$/
/** Servers also answer a RCPT for nobody with an undefined status or one of routing. */
const vagueStatus = /^5\.[04]\.\d+$/

/** Says of an error of nodemailer whether it is a final refusal of the recipient. */
export function failureOf(error: unknown): MailFailure {
  const { code, command, responseCode, response } = (error instanceof Error ? error : {}) as SmtpError
  if (responseCode === undefined) return { isFinal: false, reason: safeCode(code) }
  const status = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const reason = status === undefined ? String(responseCode) : `${responseCode} ${status}`
  return { isFinal: refusesRecipient({ command, responseCode, status }), reason }
}

interface SmtpError {
  code?: string
  /** The command that was refused. */
  command?: string
  responseCode?: number
  response?: string
}

interface Refusal {
  command: string | undefined
  responseCode: number
  status: string | undefined
}

function refusesRecipient({ command, responseCode, status }: Refusal): boolean {
  if (command === 'RCPT TO') {
    const isOfRecipient = status === undefined || recipientStatus.test(status) || vagueStatus.test(status)
    return addressReplies.has(responseCode) && isOfRecipient
  }
  // A refused message is the recipient's only where the status says so: without one it can be about its content.
  return (
    command === 'DATA' &&
    mailboxReplies.has(responseCode) &&
    status !== undefined &&
    recipientStatus.test(status)
  )
}

function safeCode(code: string | undefined): string {
  // Ended from this side, because it took too long.
  if (code === 'EABORT') return 'ETIMEDOUT'
  return code !== undefined && /^[A-Z][A-Z\d_]{1,40}$/.test(code) ? code : 'unknown'
}
