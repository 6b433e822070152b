import type { GivenAnswer, UserData } from '@gatehouse/validation/endpoints/check-in'
import type { Question, VisitorRole } from '@gatehouse/validation/questions'
import { type Language, languages } from '@gatehouse/validation/vocabulary'
import type { AnswerOptions, QuestionAnswers, QuestionType, YesNoAnswers } from '../../db/schema/questions.ts'
import type { Translated } from '../../db/schema/sign-in-methods.ts'

/** A question in its current version and all its languages. */
export interface FormQuestion {
  id: string
  version: number
  type: QuestionType
  text: string
  texts: Translated
  answers: QuestionAnswers
  /** The roles that are asked it; everybody where it is empty. */
  roles: string[]
}

/** A visitor role as it is stored; `isOwn` where the visitor has it as a user of the client. */
export interface FormRole {
  id: string
  name: string
  names: Translated
  isOwn: boolean
}

/** The roles and questions of a sign-in page, in order. */
export interface CheckInForm {
  roles: FormRole[]
  questions: FormQuestion[]
}

/**
 * The form of a site for one visitor. Where the site asks by user, a user with roles there gets these roles and their questions.
 * Everybody else, also a user without a role there, gets the whole form: asking too much is safe.
 */
export function checkInFormFor(site: CheckInForm, asksByUser: boolean): CheckInForm {
  const own = asksByUser ? site.roles.filter(({ isOwn }) => isOwn) : []
  if (own.length === 0) return site
  const ids = new Set(own.map(({ id }) => id))
  const isAsked = ({ roles }: FormQuestion) => roles.length === 0 || roles.some((id) => ids.has(id))
  return { roles: own, questions: site.questions.filter(isAsked) }
}

/** The role that applies: the chosen one, or the only one; null where there are no roles; undefined where one must be chosen. */
export function chooseRole<Role extends { id: string }>(
  offered: readonly Role[],
  chosen: string | null | undefined,
): Role | null | undefined {
  if (chosen) return offered.find(({ id }) => id === chosen)
  if (offered.length === 0) return null
  return offered.length === 1 ? offered[0] : undefined
}

/** The questions for a role. */
export function questionsFor<Asked extends { roles: readonly string[] }>(
  questions: readonly Asked[],
  role: { id: string } | null,
): Asked[] {
  return questions.filter(({ roles }) => roles.length === 0 || (role !== null && roles.includes(role.id)))
}

/** A form as guests see it, in the language as far as it is translated. */
export function toUserData({ roles, questions }: CheckInForm, language: Language): UserData {
  return {
    roles: roles.map((role) => toVisitorRole(role, language)),
    questions: questions.map((question) => ({
      ...toQuestion(question, language),
      ...(question.roles.length > 0 ? { roles: question.roles } : {}),
    })),
  }
}

export function toVisitorRole({ id, name, names }: FormRole, language: Language): VisitorRole {
  return { id, name: names[language] ?? name }
}

/** A stored question as guests see it, in the language as far as it is translated. */
export function toQuestion(stored: FormQuestion, language: Language): Question {
  const { id, type } = stored
  const base = { id, version: stored.version, questionText: textOf(stored, language) }
  if (type === 'yes/no') {
    const { yes, no } = stored.answers as YesNoAnswers
    const present = (one: YesNoAnswers['yes']) => ({
      text: one.texts?.[language] ?? one.text,
      action: one.action,
    })
    return { ...base, type, answers: { yes: present(yes), no: present(no) } }
  }
  const options = ((stored.answers ?? []) as AnswerOptions).map(({ id: optionId, desc, descs, action }) => ({
    id: optionId,
    desc: descs?.[language] ?? desc,
    action,
  }))
  return { ...base, type, answers: options }
}

/** The text of a question in a language, if it is translated; else its own text. */
export function textOf({ text, texts }: Pick<FormQuestion, 'text' | 'texts'>, language: Language): string {
  return texts[language] ?? text
}

/**
 * The language in which a phone showed the questions: the one whose translations match most of the question texts that the phone sent.
 * These texts only choose among our translations and are never stored. Without a match it is the client's own language.
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
