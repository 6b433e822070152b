import { defaultLanguage, type Language } from '@gatehouse/validation/vocabulary'
import { msg } from '@lingui/core/macro'
import { portalTexts } from '../../lib/language.ts'
import { textsInAllLanguagesQuery } from '../../lib/texts-in-all-languages.ts'

/** Each part of a poster is in its readers' language, which may differ from the user's. */
export const posterTextsQuery = textsInAllLanguagesQuery('poster-texts', portalTexts)

/** The languages of a poster: the client's own, then English or Spanish. */
export const posterLanguages = (own: Language): readonly [Language, Language] => [
  own,
  own === 'es' ? defaultLanguage : 'es',
]

export const posterTitle = msg`Scan to sign in`
export const posterSteps = [
  msg`Point your camera at the code`,
  msg`Enter your name and mobile`,
  msg`Show the confirmation to staff`,
]
/** Before the URL, for people who can't scan. */
export const withoutCamera = msg`No camera? Open`
/** In place of the URL, where it leads to the server itself. */
export const localOnly = msg`Test only: no phone can open this code`
