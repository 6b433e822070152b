import type { MachineData } from '@gatehouse/validation/endpoints/check-in'
import type { Question, VisitorRole } from '@gatehouse/validation/questions'

/** The roles and questions that a visitor is offered. */
export interface CheckInForm {
  roles: readonly VisitorRole[]
  questions: readonly Question[]
}

/** What a method offers to everybody who comes. */
export function formOfMethod({ roles, questions }: MachineData): CheckInForm {
  return { roles, questions }
}

/** The only role there is applies by itself; of several the visitor's choice, as long as it is offered. */
export function roleOf({ roles }: CheckInForm, chosen: string | null): VisitorRole | undefined {
  return roles.length === 1 ? roles[0] : roles.find((role) => role.id === chosen)
}

export function asksRole({ roles }: CheckInForm): boolean {
  return roles.length >= 2
}

/** The questions that a visitor of this role answers: those of other roles are left out. */
export function questionsFor({ questions }: CheckInForm, role: VisitorRole | undefined): Question[] {
  return questions.filter(({ roles = [] }) => roles.length === 0 || (role && roles.includes(role.id)))
}

/** Whether there is anything to ask at all; a role still to be chosen may bring questions with it. */
export function asksAnything(form: CheckInForm): boolean {
  return asksRole(form) || questionsFor(form, roleOf(form, null)).length > 0
}
