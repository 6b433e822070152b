import { limits } from '@gatehouse/validation/limits'
import type { Language } from '@gatehouse/validation/vocabulary'
import { type Email, linkEmail, type LinkEmailTexts } from '../../mail/email-template.ts'
import type { ComposeMail, Recipient } from '../notifications/account-mail.ts'

const english: LinkEmailTexts = {
  subject: 'Reset your password',
  asked: 'A new password was requested for your account. If it was you, choose one here:',
  button: 'Choose a new password',
  life: `The link works once, for ${limits.resetLinkMinutes} minutes. Only the latest link works.`,
  ignore: 'If it wasn’t you, ignore this email: your password stays the same.',
}

const texts: Record<Language, LinkEmailTexts> = {
  'en-au': english,
  en: english,
  es: {
    subject: 'Restablezca su contraseña',
    asked: 'Se pidió una contraseña nueva para su cuenta. Si fue usted, elíjala aquí:',
    button: 'Elegir una contraseña nueva',
    life: `El enlace funciona una sola vez, durante ${limits.resetLinkMinutes} minutos. Solo vale el enlace más reciente.`,
    ignore: 'Si no fue usted, ignore este correo: su contraseña no cambia.',
  },
}

export function resetEmail(recipient: Recipient, publicUrl: string, token: string): Email {
  return linkEmail(texts[recipient.language], recipient, `${publicUrl}/reset_password?token=${token}`)
}

const composeReset: ComposeMail = async ({ recipient, publicUrl, isFor, mintToken }) => {
  if (!isFor(recipient.email)) return undefined
  const token = await mintToken('password_reset', limits.resetLinkMinutes)
  return { to: recipient.email, email: resetEmail(recipient, publicUrl, token) }
}

export const mails = { 'mail.password_reset': composeReset }
