import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import type { Question, VisitorRole } from '@gatehouse/validation/questions'

/** The roles and questions of a visitor's form. */
export interface CheckInForm {
  roles: readonly VisitorRole[]
  questions: readonly Question[]
}

/** The form that a method has for every visitor. */
export function formOfMethod({ roles, questions }: MachineData): CheckInForm {
  return { roles, questions }
}

/** The visitor's role: the only one, or the chosen one where it is offered. */
export function roleOf({ roles }: CheckInForm, chosen: string | null): VisitorRole | undefined {
  return roles.length === 1 ? roles[0] : roles.find((role) => role.id === chosen)
}

export function asksRole({ roles }: CheckInForm): boolean {
  return roles.length >= 2
}

/** The questions for a role: those for every role, and those for this one. */
export function questionsForRole({ questions }: CheckInForm, role: VisitorRole | undefined): Question[] {
  return questions.filter(({ roles = [] }) => roles.length === 0 || (role && roles.includes(role.id)))
}

/** Whether the form has a role to choose or a question to answer. */
export function asksAnything(form: CheckInForm): boolean {
  return asksRole(form) || questionsForRole(form, roleOf(form, null)).length > 0
}
