import type { Language } from '@gatehouse/validation/vocabulary'
import type { Email } from './email-template.ts'

/** What an email around a one-time link says. */
export interface LinkEmailTexts {
  subject: string
  asked: string
  button: string
  life: string
  ignore: string
}

/** A email whose point is a link: why it comes, the link, how long it works, and what to do if nobody asked for it. */
export function linkEmail(
  words: Record<Language, LinkEmailTexts>,
  { language, look, firstName }: Pick<Email, 'language' | 'look'> & { firstName: string },
  url: string,
): Email {
  const { subject, asked, button, life, ignore } = words[language]
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
