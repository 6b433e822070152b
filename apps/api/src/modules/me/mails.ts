import { serverLimits } from '@gatehouse/validation/limits'
import type { Language } from '@gatehouse/validation/vocabulary'
import { type Email, linkEmail, type LinkEmailTexts } from '../../mail/email-template.ts'
import type { ComposeMail, Recipient } from '../notifications/account-mail.ts'

const english: LinkEmailTexts = {
  subject: 'Confirm your email address',
  asked: 'You entered this address for your account. Confirm that it is yours:',
  button: 'Confirm this address',
  life: `The link works for ${serverLimits.verifyEmailHours} hours. Until you confirm the address there, log in with your earlier one.`,
  ignore: 'If you don’t know what this is about, ignore this email.',
}

const texts: Record<Language, LinkEmailTexts> = {
  'en-au': english,
  en: english,
  es: {
    subject: 'Confirme su dirección de correo',
    asked: 'Ingresó esta dirección para su cuenta. Confirme que es suya:',
    button: 'Confirmar esta dirección',
    life: `El enlace funciona durante ${serverLimits.verifyEmailHours} horas. Hasta que la confirme, inicie sesión con la anterior.`,
    ignore: 'Si no sabe de qué se trata, ignore este correo.',
  },
}

export function verificationEmail(recipient: Recipient, publicUrl: string, token: string): Email {
  return linkEmail(texts[recipient.language], recipient, `${publicUrl}/verify_email?token=${token}`)
}

const composeVerification: ComposeMail = async ({ recipient, publicUrl, isFor, mintToken }) => {
  const { pendingEmail } = recipient
  if (pendingEmail === null || !isFor(pendingEmail)) return undefined
  const token = await mintToken('verify_email', serverLimits.verifyEmailHours * 60, pendingEmail)
  return { to: pendingEmail, email: verificationEmail(recipient, publicUrl, token) }
}

export const mails = { 'mail.verify_email': composeVerification }
