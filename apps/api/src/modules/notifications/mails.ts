import type { Language } from '@gatehouse/validation/vocabulary'
import type { Email } from '../../mail/email-template.ts'
import type { ComposeMail, Recipient } from './account-mail.ts'
import { type Alert, readAlert, type EventValues, pathOf, textOutside } from './event-text.ts'
import { eventWords } from './event-words.ts'
import { isNoticeKind, type NoticeKind, noticeMessages } from './notices.ts'

const notYou: Record<Language, string> = {
  'en-au': 'If this was not you, reset your password at once and tell your administrator:',
  en: 'If this was not you, reset your password at once and tell your administrator:',
  es: 'Si no fue usted, restablezca su contraseña de inmediato y avise a su administrador:',
}
const toLogin: Record<Language, string> = {
  'en-au': 'Go to the login page',
  en: 'Go to the login page',
  es: 'Ir a la página de inicio de sesión',
}

/** The email to the owner of an account about a change, and what to do if it was not theirs. */
export function noticeEmail(
  kind: NoticeKind,
  { language, look, firstName }: Recipient,
  publicUrl: string,
): Email {
  const { title, text } = noticeMessages[language][kind]
  return {
    language,
    look,
    subject: title,
    name: firstName,
    paragraphs: [text, notYou[language]],
    action: { label: toLogin[language], url: `${publicUrl}/login` },
  }
}

/** A notice goes to the email address of that time, even if the account has another one now. */
const composeNotice: ComposeMail = async ({ recipient, recordedEmail, payload, publicUrl }) => {
  const { kind } = payload
  if (typeof kind !== 'string' || !isNoticeKind(kind))
    throw new Error(`There is no email for the notice ${String(kind)}.`)
  return { to: recordedEmail ?? recipient.email, email: noticeEmail(kind, recipient, publicUrl) }
}

/** The email about an event. */
const composeAlert: ComposeMail = async ({ recipient, payload, publicUrl, isFor, readFacts }) => {
  const alert = readAlert(payload)
  if (!alert || !isFor(recipient.email)) return undefined
  const facts = await readFacts(alert)
  if (!facts) return undefined
  return { to: recipient.email, email: alertEmail(alert, facts.values, recipient, publicUrl) }
}

export function alertEmail(
  { event, held }: Pick<Alert, 'event' | 'held'>,
  known: EventValues,
  { language, look, firstName }: Recipient,
  publicUrl: string,
): Email {
  const { title, text } = textOutside(event, language, { ...known, held })
  return {
    language,
    look,
    subject: title,
    name: firstName,
    paragraphs: [text],
    action: { label: eventWords[language].open, url: `${publicUrl}${pathOf(event, known)}` },
  }
}

export const mails = { 'mail.notice': composeNotice, 'mail.alert': composeAlert }
