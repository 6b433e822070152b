/** The stored part of a failed attempt: codes only, as a server's text can contain an email. */
export interface MailFailure {
  /** The server will never accept an email for this recipient. */
  isFinal: boolean
  /** A reply code with its enhanced status (`550 5.1.1`), or the code of an error (`ETIMEDOUT`). */
  reason: string
}

/**
 * Replies about the mailbox (RFC 5321, 4.2.3; RFC 7504 for 521 and 556). The other replies of
 * class 5 are about the session, the login or the message; 552 is treated as temporary (RFC
 * 5321, 4.5.3.1.10).
 */
const mailboxReplies = new Set([521, 550, 551, 553, 554, 556])
/** Before the message is sent, a syntax error can only be in the recipient. */
const recipientReplies = new Set([...mailboxReplies, 501, 555])

/**
 * Enhanced status codes of class 5 about the recipient (RFC 3463, 3.2 and 3.3). Not 5.1.7 and
 * 5.1.8, which are about the sender, and not 5.2.2, a full mailbox that may be emptied.
 */
const recipientStatus = /^5\.(1\.(?![78]$)\d+|2\.(?!2$)\d+)$/
/** Some servers reply to a RCPT for an unknown recipient with an undefined or routing status. */
const vagueStatus = /^5\.[04]\.\d+$/

/** Whether an error of nodemailer is a permanent refusal of the recipient, and its code. */
export function failureOf(error: unknown): MailFailure {
  const {
    code,
    originalCode = code,
    command,
    responseCode,
    response,
  } = (error instanceof Error ? error : {}) as SmtpError
  if (responseCode === undefined) return { isFinal: false, reason: safeCode(originalCode) }
  const status = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const reason = status === undefined ? String(responseCode) : `${responseCode} ${status}`
  return { isFinal: rejectsRecipient({ command, responseCode, status }), reason }
}

interface SmtpError {
  code?: string
  /** The actual code where `code` is one of the library: `ECONNREFUSED`, a certificate error. */
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
}

interface Rejection {
  command: string | undefined
  responseCode: number
  status: string | undefined
}

function rejectsRecipient({ command, responseCode, status }: Rejection): boolean {
  if (command === 'RCPT TO') {
    const isOfRecipient = status === undefined || recipientStatus.test(status) || vagueStatus.test(status)
    return recipientReplies.has(responseCode) && isOfRecipient
  }
  // A refused message counts as a refused recipient only where the status says so. Without a status
  // it can be about the content.
  return (
    command === 'DATA' &&
    mailboxReplies.has(responseCode) &&
    status !== undefined &&
    recipientStatus.test(status)
  )
}

function safeCode(code: string | undefined): string {
  // This side aborted it, because it took too long.
  if (code === 'EABORT') return 'ETIMEDOUT'
  return code !== undefined && /^[A-Z][A-Z\d_]{1,40}$/.test(code) ? code : 'unknown'
}
