import { shortLanguageNames } from '@gatehouse/i18n/language-names'
import type { ManagedQuestion } from '@gatehouse/validation/endpoints/questions'
import { choicesOf, isOutdated, languagesDone } from '@gatehouse/validation/question-texts'
import { type Language, languages } from '@gatehouse/validation/vocabulary'

/** The answers that keep a visitor from signing in. */
export function failingAnswers({ answers }: ManagedQuestion): string {
  return choicesOf(answers)
    .filter(({ action }) => action === 'fail')
    .map((choice) => ('desc' in choice ? choice.desc : choice.text))
    .join(', ')
}

/** The languages that are done, missing, and those whose translation may be outdated. */
export function languagesOf(question: ManagedQuestion): Record<'done' | 'missing' | 'outdated', string> {
  const done = languagesDone(question, question.language)
  const names = (isNamed: (language: Language) => boolean) =>
    languages
      .filter(isNamed)
      .map((language) => shortLanguageNames[language])
      .join(', ')
  const isOld = (language: Language) => isOutdated(question, language)
  return {
    done: names((language) => done.includes(language)),
    missing: names((language) => !done.includes(language) && !isOld(language)),
    outdated: names(isOld),
  }
}

/** The first few names, and the number of others. */
export function firstNames(named: readonly { name: string }[], total: number): string {
  const others = total - named.length
  return [...named.map(({ name }) => name), ...(others > 0 ? [`+${others}`] : [])].join(', ')
}
