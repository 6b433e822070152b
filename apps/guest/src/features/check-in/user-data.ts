import type { Details } from './details.ts'
import { normaliseDetails } from './details.ts'
import { formOfMethod, type CheckInForm } from './check-in-form.ts'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'

/**
 * Where asking for somebody's own roles and questions stands (specification, section 4). `person` says whose they are: an answer for
 * details that were changed meanwhile is not heard.
 */
export type UserData =
  | { status: 'not-loaded' }
  | { status: 'loading'; person: string }
  | { status: 'loaded'; person: string; form: CheckInForm }
  | { status: 'failed'; person: string }

export type UserDataEvent =
  | { type: 'ask'; person: string }
  | { type: 'answer'; person: string; form: CheckInForm }
  | { type: 'failure'; person: string }
  | { type: 'changed' }

export const notLoaded: UserData = { status: 'not-loaded' }

/** A text that is equal for equal details, as far as the look-up uses them. */
export function personOf(details: Details): string {
  const { firstName, lastName, mobile } = normaliseDetails(details)
  return JSON.stringify([firstName, lastName, mobile])
}

/** What is known of the same person stays while it is asked for again, as in another language, and where that fails. */
export function nextUserData(state: UserData, event: UserDataEvent): UserData {
  if (event.type === 'changed') return notLoaded
  const { person } = event
  const isSame = 'person' in state && state.person === person
  const isLoaded = isSame && state.status === 'loaded'
  switch (event.type) {
    case 'ask':
      return isLoaded ? state : { status: 'loading', person }
    case 'answer':
      return isSame ? { status: 'loaded', person, form: event.form } : state
    case 'failure':
      return isSame && !isLoaded ? { status: 'failed', person } : state
  }
}

const nothing: CheckInForm = { roles: [], questions: [] }

/**
 * What is offered at a method. Where it depends on the person, it is what everybody may meet there until the person is known, and
 * nothing where asking failed: the server checks everything again.
 */
export function formAt(machine: MachineData, userData: UserData): CheckInForm {
  if (!machine.questionsByUser) return formOfMethod(machine)
  if (userData.status === 'loaded') return userData.form
  return userData.status === 'failed' ? nothing : formOfMethod(machine)
}

/** Whether the form is the visitor's own, so that the way leads on from the details. */
export function isFormKnown({ questionsByUser }: MachineData, { status }: UserData): boolean {
  return !questionsByUser || status === 'loaded' || status === 'failed'
}

/** The chosen role as far as it is still offered. */
export function keptRole({ roles }: CheckInForm, roleId: string | null): string | null {
  return roles.some(({ id }) => id === roleId) ? roleId : null
}
