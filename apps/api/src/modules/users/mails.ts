import { serverLimits } from '@gatehouse/validation/limits'
import type { Language } from '@gatehouse/validation/vocabulary'
import { type Email, linkEmail, type LinkEmailTexts } from '../../mail/email-template.ts'
import type { ComposeMail, Recipient } from '../notifications/account-mail.ts'

interface InvitationTexts extends Omit<LinkEmailTexts, 'subject' | 'asked'> {
  subject: (client: string) => string
  /** @param by the name of the inviting person, if known */
  asked: (client: string, by: string | undefined) => string
}

const english: InvitationTexts = {
  subject: (client) => `Your account at ${client}: choose a password`,
  asked: (client, by) =>
    `${by ?? client} has created an account for you at ${client}. Choose a password to log in:`,
  button: 'Choose a password',
  life: `The link works once, for ${serverLimits.invitationDays} days. Only the latest link works.`,
  ignore: 'If you don’t know what this is about, ignore this email.',
}

const invitationTexts: Record<Language, InvitationTexts> = {
  'en-au': english,
  en: english,
  es: {
    subject: (client) => `Su cuenta en ${client}: elija una contraseña`,
    asked: (client, by) =>
      `${by ?? client} creó una cuenta para usted en ${client}. Elija aquí una contraseña y después podrá iniciar sesión:`,
    button: 'Elegir una contraseña',
    life: `El enlace funciona una sola vez, durante ${serverLimits.invitationDays} días. Solo vale el enlace más reciente.`,
    ignore: 'Si no sabe de qué se trata, ignore este correo.',
  },
}

export function invitationEmail(
  recipient: Recipient,
  by: string | undefined,
  publicUrl: string,
  token: string,
): Email {
  const { subject, asked, ...texts } = invitationTexts[recipient.language]
  const { clientName } = recipient
  const written = { ...texts, subject: subject(clientName), asked: asked(clientName, by) }
  return linkEmail(written, recipient, invitationUrl(publicUrl, token))
}

/** The page where an invited person chooses a password. */
export const invitationUrl = (publicUrl: string, token: string) =>
  `${publicUrl}/reset_password?token=${token}&invited=1`

export const MINUTES_OF_DAY = 24 * 60

const composeInvitation: ComposeMail = async ({ recipient, publicUrl, isFor, mintToken, findCauser }) => {
  if (!isFor(recipient.email)) return undefined
  const token = await mintToken('password_reset', serverLimits.invitationDays * MINUTES_OF_DAY)
  return {
    to: recipient.email,
    email: invitationEmail(recipient, await findCauser(), publicUrl, token),
  }
}

interface PinTexts {
  subject: string
  pin: (pin: string) => string
  remark: string
}

const englishPin: PinTexts = {
  subject: 'Your new access PIN',
  pin: (pin) => `Your access PIN is now ${pin}. Use it to sign in at the devices of your sites.`,
  remark: 'Your earlier PIN no longer works. Keep this one: it can’t be shown again.',
}

const pinTexts: Record<Language, PinTexts> = {
  'en-au': englishPin,
  en: englishPin,
  es: {
    subject: 'Su nuevo PIN de acceso',
    pin: (pin) => `Su PIN de acceso es ahora ${pin}. Con él se registra en los dispositivos de sus sitios.`,
    remark: 'Su PIN anterior ya no funciona. Nadie puede consultar este, así que consérvelo.',
  },
}

export function pinEmail({ language, look, firstName }: Recipient, pin: string): Email {
  const texts = pinTexts[language]
  const groups = pin.replace(/(\d{4})(?=\d)/g, '$1 ')
  return {
    language,
    look,
    subject: texts.subject,
    name: firstName,
    paragraphs: [texts.pin(groups)],
    remarks: [texts.remark],
  }
}

const composePin: ComposeMail = async ({ recipient, isFor, givePin }) => {
  if (!isFor(recipient.email)) return undefined
  return { to: recipient.email, email: pinEmail(recipient, await givePin()) }
}

export const mails = { 'mail.invitation': composeInvitation, 'mail.access_pin': composePin }
