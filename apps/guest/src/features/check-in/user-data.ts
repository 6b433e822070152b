import type { Details } from './form/details.ts'
import { normaliseDetails } from './form/details.ts'
import { formOfMethod, type CheckInForm } from './form/check-in-form.ts'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'

/**
 * The state of loading the visitor's own roles and questions (specification, section 4). `person` is the key of the visitor: a
 * response for details that were changed meanwhile is ignored.
 */
export type UserData =
  | { status: 'not-loaded' }
  | { status: 'loading'; person: string }
  | { status: 'loaded'; person: string; form: CheckInForm }
  | { status: 'failed'; person: string }

export type UserDataEvent =
  | { type: 'request'; person: string }
  | { type: 'response'; person: string; form: CheckInForm }
  | { type: 'failure'; person: string }
  | { type: 'reset' }

export const notLoaded: UserData = { status: 'not-loaded' }

/** A key of the details that the look-up uses. It is equal for equal details. */
export function personKey(details: Details): string {
  const { firstName, lastName, mobile } = normaliseDetails(details)
  return JSON.stringify([firstName, lastName, mobile])
}

/** The next state. Loaded data of the same person stay while they are loaded again, for another language, and where that fails. */
export function nextUserData(state: UserData, event: UserDataEvent): UserData {
  if (event.type === 'reset') return notLoaded
  const { person } = event
  const isSame = 'person' in state && state.person === person
  const isLoaded = isSame && state.status === 'loaded'
  switch (event.type) {
    case 'request':
      return isLoaded ? state : { status: 'loading', person }
    case 'response':
      return isSame ? { status: 'loaded', person, form: event.form } : state
    case 'failure':
      return isSame && !isLoaded ? { status: 'failed', person } : state
  }
}

const emptyForm: CheckInForm = { roles: [], questions: [] }

/**
 * The form at a method. Where it depends on the person, it is the form of the method until the person's own is loaded, and empty
 * where loading failed: the server checks every submission.
 */
export function formFor(machine: MachineData, userData: UserData): CheckInForm {
  if (!machine.questionsByUser) return formOfMethod(machine)
  if (userData.status === 'loaded') return userData.form
  return userData.status === 'failed' ? emptyForm : formOfMethod(machine)
}

/** Whether the form is final, so that the step after the details can be decided. */
export function isFormKnown({ questionsByUser }: MachineData, { status }: UserData): boolean {
  return !questionsByUser || status === 'loaded' || status === 'failed'
}

/** The chosen role where it is still offered, else null. */
export function keepOfferedRole({ roles }: CheckInForm, roleId: string | null): string | null {
  return roles.some(({ id }) => id === roleId) ? roleId : null
}
