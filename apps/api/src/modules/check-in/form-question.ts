import type { QuestionType, QuestionAnswers } from '../../db/schema/questions.ts'
import type { Translated } from '../../db/schema/sign-in-methods.ts'

/** The version of a question that is asked now, in all its languages. */
export interface FormQuestion {
  id: string
  version: number
  type: QuestionType
  text: string
  texts: Translated
  answers: QuestionAnswers
  /** The roles that it is for; nobody's in particular where it is empty. */
  roles: string[]
}
