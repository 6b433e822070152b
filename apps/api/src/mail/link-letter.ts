import type { Language } from '@gatehouse/validation/vocabulary'
import type { Letter } from './letter.ts'

/** What a letter around a one-time link says. */
export interface LinkWords {
  subject: string
  asked: string
  button: string
  life: string
  ignore: string
}

/** A letter whose point is a link: why it comes, the link, how long it works, and what to do if nobody asked for it. */
export function linkLetter(
  words: Record<Language, LinkWords>,
  { language, look, firstName }: Pick<Letter, 'language' | 'look'> & { firstName: string },
  url: string,
): Letter {
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
