import type { Question } from '@gatehouse/validation/questions'
import type { Language } from '@gatehouse/validation/vocabulary'
import type { AnswerOptions, YesNoAnswers } from '../../db/schema/questions.ts'
import type { FormQuestion } from './form-question.ts'

/** A stored question as guests see it, in the language as far as it is translated. */
export function presentQuestion(stored: FormQuestion, language: Language): Question {
  const { id, type } = stored
  const base = { id, questionText: textOf(stored, language) }
  if (type === 'yes/no') {
    const { yes, no } = stored.answers as YesNoAnswers
    const said = (one: YesNoAnswers['yes']) => ({
      text: one.texts?.[language] ?? one.text,
      action: one.action,
    })
    return { ...base, type, answers: { yes: said(yes), no: said(no) } }
  }
  const options = ((stored.answers ?? []) as AnswerOptions).map(({ id: optionId, desc, descs, action }) => ({
    id: optionId,
    desc: descs?.[language] ?? desc,
    action,
  }))
  return { ...base, type, answers: options }
}

/** What a question says in a language, as far as it is translated. */
export function textOf({ text, texts }: Pick<FormQuestion, 'text' | 'texts'>, language: Language): string {
  return texts[language] ?? text
}
