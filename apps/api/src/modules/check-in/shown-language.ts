import type { GivenAnswer } from '@gatehouse/validation/endpoints/check-in'
import { type Language, languages } from '@gatehouse/validation/vocabulary'
import type { FormQuestion } from './form-question.ts'
import { textOf } from './present-question.ts'

/**
 * The language that a phone showed the questions in: of our own translations the one that says most of what the phone says it
 * asked. The phone's words choose among ours and are never kept; where they are nobody's, it is the client's own language.
 */
export function languageShown(
  questions: readonly Pick<FormQuestion, 'id' | 'text' | 'texts'>[],
  given: Readonly<Record<string, GivenAnswer>>,
  own: Language,
): Language {
  let shown = own
  let most = 0
  for (const language of [own, ...languages]) {
    const agreeing = questions.filter(
      (question) =>
        Object.hasOwn(given, question.id) && given[question.id]?.question_text === textOf(question, language),
    )
    if (agreeing.length > most) {
      shown = language
      most = agreeing.length
    }
  }
  return shown
}
