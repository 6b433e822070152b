import type { UserData } from '@gatehouse/validation/endpoints/check-in'
import type { VisitorRole } from '@gatehouse/validation/questions'
import type { Language } from '@gatehouse/validation/vocabulary'
import type { Translated } from '../../db/schema/sign-in-methods.ts'
import { presentQuestion } from './present-question.ts'
import type { FormQuestion } from './form-question.ts'

/** A visitor role as it is stored, with whether the person who comes has it as a user of the client. */
export interface FormRole {
  id: string
  name: string
  names: Translated
  isOwn: boolean
}

/** The roles and questions that somebody is offered, in order. */
export interface CheckInForm {
  roles: FormRole[]
  questions: FormQuestion[]
}

/**
 * What a site offers to the person who comes. Where it asks by user, who has roles of the site as a user is offered those and
 * their questions. Everybody else, also a user without a role there, is offered all that the site has: asking too much is safe.
 */
export function checkInFormFor(site: CheckInForm, asksByUser: boolean): CheckInForm {
  const own = asksByUser ? site.roles.filter(({ isOwn }) => isOwn) : []
  if (own.length === 0) return site
  const ids = new Set(own.map(({ id }) => id))
  const isAsked = ({ roles }: FormQuestion) => roles.length === 0 || roles.some((id) => ids.has(id))
  return { roles: own, questions: site.questions.filter(isAsked) }
}

/** The role that applies: the only one by itself, a chosen one that is offered; `undefined` where one must be chosen. */
export function chooseRole<Role extends { id: string }>(
  offered: readonly Role[],
  chosen: string | null | undefined,
): Role | null | undefined {
  if (chosen) return offered.find(({ id }) => id === chosen)
  if (offered.length === 0) return null
  return offered.length === 1 ? offered[0] : undefined
}

/** The questions that somebody in a role is asked. */
export function questionsFor<Question extends { roles: readonly string[] }>(
  questions: readonly Question[],
  role: { id: string } | null,
): Question[] {
  return questions.filter(({ roles }) => roles.length === 0 || (role !== null && roles.includes(role.id)))
}

/** An offer as guests see it, in the language as far as it is translated. */
export function presentCheckInForm({ roles, questions }: CheckInForm, language: Language): UserData {
  return {
    roles: roles.map((role) => presentRole(role, language)),
    questions: questions.map((question) => ({
      ...presentQuestion(question, language),
      ...(question.roles.length > 0 ? { roles: question.roles } : {}),
    })),
  }
}

export function presentRole({ id, name, names }: FormRole, language: Language): VisitorRole {
  return { id, name: names[language] ?? name }
}
