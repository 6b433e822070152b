import type { Language, LookName } from '@gatehouse/validation/vocabulary'
import { coloursOfAccent } from '@gatehouse/validation/brand'
import { readableOn } from '@gatehouse/validation/colours'
import { type EmailColours, emailColours } from './email-colours.ts'

/** The content of an email, in one language. Texts are plain; `renderEmail` escapes them. */
export interface Email {
  language: Language
  look: LookName
  subject: string
  name: string
  paragraphs: string[]
  /** A list below the paragraphs. */
  items?: string[]
  action?: { label: string; url: string }
  /** Shown after the action, in smaller print. */
  remarks?: string[]
}

interface FrameTexts {
  hello: (name: string) => string
  linkInWords: string
  footer: string
}

const frameTexts: Record<Language, FrameTexts> = {
  'en-au': {
    hello: (name) => `Hello ${name},`,
    linkInWords: 'If the button does not work, open this address:',
    footer: 'Sent by Gatehouse. Replies aren’t monitored.',
  },
  en: {
    hello: (name) => `Hello ${name},`,
    linkInWords: 'If the button does not work, open this address:',
    footer: 'Sent by Gatehouse. Replies aren’t monitored.',
  },
  es: {
    hello: (name) => `Hola, ${name}:`,
    linkInWords: 'Si el botón no funciona, abra esta dirección:',
    footer: 'Enviado por Gatehouse. Las respuestas no se leen.',
  },
}

/** BCP 47 tags, for the `lang` of an email. */
const tags: Record<Language, string> = { 'en-au': 'en-AU', en: 'en-US', es: 'es-419' }

/** How the recipient's client shows itself. */
export interface EmailBrand {
  name: string
  accent: string | null
  /** Whether the email has the client's logo as the attachment `logoId`. */
  hasLogo: boolean
}

/** The content id of an email's logo (RFC 2392). */
export const logoId = 'logo'

const noBrand: EmailBrand = { name: '', accent: null, hasLogo: false }

/** Renders an email as HTML in its look, and as plain text with the same content. */
export function renderEmail(email: Email, brand = noBrand): { subject: string; html: string; text: string } {
  return { subject: email.subject, html: htmlOf(email, brand), text: plainText(email) }
}

function plainText({ language, name, paragraphs, items = [], action, remarks = [] }: Email): string {
  const texts = frameTexts[language]
  return [
    texts.hello(name),
    ...paragraphs,
    ...(items.length > 0 ? [items.map((item) => `- ${item}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...remarks,
    `-- \n${texts.footer}`,
  ].join('\n\n')
}

function htmlOf(
  { language, look, subject, name, paragraphs, items = [], action, remarks = [] }: Email,
  brand: EmailBrand,
): string {
  const texts = frameTexts[language]
  const { surface, raised, text, quiet, hairline, accent, onAccent, link, radius } = coloursOf(look, brand)
  const logo = brand.hasLogo
    ? `<p style="margin:0 0 24px"><img src="cid:${logoId}" height="40" alt="${escaped(brand.name)}" style="display:block;height:40px;max-width:200px"></p>`
    : ''
  const paragraph = (content: string, style = '') =>
    `<p style="margin:0 0 16px;${style}">${escaped(content)}</p>`
  const list =
    items.length > 0
      ? `<ol style="margin:0 0 16px;padding-left:32px">${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ol>`
      : ''
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 24px;background:${accent};color:${onAccent};border-radius:${radius}px;text-decoration:none;font-weight:600">${escaped(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:${quiet}">${escaped(texts.linkInWords)}<br><a href="${escaped(action.url)}" style="color:${link};word-break:break-all">${escaped(action.url)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${tags[language]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:${surface};color:${text};font:16px/1.5 system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${raised};border:1px solid ${hairline};border-radius:${radius}px">
<tr><td style="height:8px;background:${accent};border-radius:${radius}px ${radius}px 0 0;font-size:0">&nbsp;</td></tr>
<tr><td style="padding:32px 24px 16px">
${logo}
<h1 style="margin:0 0 24px;font-size:20px;line-height:1.3">${escaped(subject)}</h1>
${paragraph(texts.hello(name))}
${paragraphs.map((content) => paragraph(content)).join('\n')}
${list}
${button}
${remarks.map((content) => paragraph(content, `font-size:14px;color:${quiet}`)).join('\n')}
</td></tr></table>
<p style="max-width:560px;margin:16px 0 0;font-size:12px;color:${quiet}">${escaped(texts.footer)}</p>
</td></tr></table>
</body>
</html>
`
}

function coloursOf(look: LookName, { accent }: EmailBrand): EmailColours {
  const colours = emailColours[look]
  if (accent === null) return colours
  const { on_accent: onAccent } = coloursOfAccent(accent)
  return { ...colours, accent, onAccent, link: readableOn(colours.raised, accent) }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

export interface LinkEmailTexts {
  subject: string
  asked: string
  button: string
  life: string
  ignore: string
}

/** An email with a one-time link: reason, link, lifetime, and what to do if not requested. */
export function linkEmail(
  { subject, asked, button, life, ignore }: LinkEmailTexts,
  { language, look, firstName }: Pick<Email, 'language' | 'look'> & { firstName: string },
  url: string,
): Email {
  return {
    language,
    look,
    subject,
    name: firstName,
    paragraphs: [asked],
    action: { label: button, url },
    remarks: [life, ignore],
  }
}
