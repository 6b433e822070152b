import type { Language } from '@gatehouse/validation/vocabulary'
import { limits } from '@gatehouse/validation/limits'
import type { Letter } from '../../mail/letter.ts'
import type { Recipient } from '../notifications/recipient.ts'

interface Words {
  subject: string
  asked: string
  button: string
  life: string
  ignore: string
}

const english: Words = {
  subject: 'Reset your password',
  asked: 'Somebody asked for a new password for your account. If it was you, choose one here:',
  button: 'Choose a new password',
  life: `The link works once, for ${limits.resetLinkMinutes} minutes. Only the newest link counts.`,
  ignore: 'If it was not you, there is nothing to do: your password stays as it is.',
}

const words: Record<Language, Words> = {
  'en-au': english,
  en: english,
  es: {
    subject: 'Restablezca su contraseña',
    asked: 'Alguien pidió una contraseña nueva para su cuenta. Si fue usted, elíjala aquí:',
    button: 'Elegir una contraseña nueva',
    life: `El enlace funciona una sola vez, durante ${limits.resetLinkMinutes} minutos. Solo vale el enlace más reciente.`,
    ignore: 'Si no fue usted, no tiene que hacer nada: su contraseña no cambia.',
  },
}

export function resetLetter(
  { language, look, firstName }: Recipient,
  publicUrl: string,
  token: string,
): Letter {
  const { subject, asked, button, life, ignore } = words[language]
  return {
    language,
    look,
    subject,
    name: firstName,
    paragraphs: [asked],
    action: { label: button, url: `${publicUrl}/reset_password?token=${token}` },
    remarks: [life, ignore],
  }
}
