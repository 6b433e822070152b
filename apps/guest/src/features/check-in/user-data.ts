import type { Details } from './form/details.ts'
import { normaliseDetails } from './form/details.ts'
import { formOfMethod, type CheckInForm } from './form/check-in-form.ts'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'

/**
 * The state of loading the visitor's own roles and questions (specification, section 4). `person`
 * is the visitor's key: responses for details that have changed since are ignored.
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

/** A key of the details used for the look-up; equal for equal details. */
export function personKey(details: Details): string {
  const { firstName, lastName, mobile } = normaliseDetails(details)
  return JSON.stringify([firstName, lastName, mobile])
}

/**
 * The next state. Data of the same person stay while they are reloaded for another language, and if
 * that fails.
 */
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

export const emptyForm: CheckInForm = { roles: [], questions: [] }

/**
 * The form of a method. If it depends on the person: the method's form until the person's own is
 * loaded, and empty if loading failed. The server checks every submission.
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

/** The chosen role if it is still offered, else null. */
export function keepOfferedRole({ roles }: CheckInForm, roleId: string | null): string | null {
  return roles.some(({ id }) => id === roleId) ? roleId : null
}
