import type { Language } from '@gatehouse/validation/vocabulary'
import type { AnswerOptions, questionVersions, YesNoAnswers } from '../../db/schema/questions.ts'
import type { AskedQuestion } from './check-answers.ts'

type QuestionVersion = Pick<
  typeof questionVersions.$inferSelect,
  'version' | 'type' | 'text' | 'texts' | 'answers'
>

/** A stored version as guests see it, in the language as far as it is translated. */
export function presentQuestion(id: string, stored: QuestionVersion, language: Language): AskedQuestion {
  const { version, type } = stored
  const base = { id, version, questionText: stored.texts[language] ?? stored.text }
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
