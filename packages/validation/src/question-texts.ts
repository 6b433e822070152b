import { type Language, languages, type QuestionType } from './vocabulary.ts'

type Texts = { [Name in Language]?: string | undefined }

export interface TranslatedQuestion {
  type: QuestionType
  text: string
  texts: Texts
  answers: OfferedAnswers
  /** When a text was changed without its translation; forms have none. */
  outdated?: Texts
}

export type AnswerAction = 'pass' | 'fail'
interface YesNoAnswer {
  text: string
  texts?: Texts | undefined
  action: AnswerAction
}
interface AnswerOption {
  desc: string
  descs?: Texts | undefined
  action: AnswerAction
}
/** The answers that a question offers: yes and no, a list of options, or null for free text. */
export type OfferedAnswers = Record<'yes' | 'no', YesNoAnswer> | readonly AnswerOption[] | null

const isEnglish = (language: Language) => language !== 'es'

/**
 * The languages in which the question and all its answers are complete. Readers of one form of
 * English also read the other.
 * @param own the language of the untranslated texts
 */
export function languagesDone(question: TranslatedQuestion, own: Language): Language[] {
  const all = [question.texts, ...translationsOf(question.answers)]
  const isTranslated = (language: Language) => all.every((texts) => Boolean(texts[language]?.trim()))
  return languages.filter(
    (language) =>
      language === own ||
      (!isOutdated(question, language) &&
        ((isEnglish(language) && isEnglish(own)) || isTranslated(language))),
  )
}

/** Whether a translation into the language is older than the text that it translates. */
export function isOutdated({ outdated = {} }: Pick<TranslatedQuestion, 'outdated'>, language: Language) {
  return outdated[language] !== undefined
}

function translationsOf(answers: OfferedAnswers): Texts[] {
  return choicesOf(answers).map((choice) => ('desc' in choice ? choice.descs : choice.texts) ?? {})
}

/** What a visitor chooses from; nothing for free text. */
export function choicesOf(answers: OfferedAnswers): readonly (YesNoAnswer | AnswerOption)[] {
  if (answers === null) return []
  return 'yes' in answers ? [answers.yes, answers.no] : answers
}

/** Whether every answer fails, so that nobody can sign in. */
export function canNobodyPass(answers: OfferedAnswers): boolean {
  const choices = choicesOf(answers)
  return choices.length > 0 && choices.every(({ action }) => action === 'fail')
}
