import type { Details } from './details.ts'
import { normaliseDetails } from './details.ts'
import { offerOfMethod, type Offer } from './offer.ts'
import type { MachineData } from '@gatehouse/validation/endpoints/check-in'

/**
 * Where asking for somebody's own roles and questions stands (specification, section 4). `person` says whose they are: an answer for
 * details that were changed meanwhile is not heard.
 */
export type UserData =
  | { status: 'not-loaded' }
  | { status: 'loading'; person: string }
  | { status: 'loaded'; person: string; offer: Offer }
  | { status: 'failed'; person: string }

export type UserDataEvent =
  | { type: 'ask'; person: string }
  | { type: 'answer'; person: string; offer: Offer }
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
      return isSame ? { status: 'loaded', person, offer: event.offer } : state
    case 'failure':
      return isSame && !isLoaded ? { status: 'failed', person } : state
  }
}

const nothing: Offer = { roles: [], questions: [] }

/**
 * What is offered at a method. Where it depends on the person, it is what everybody may meet there until the person is known, and
 * nothing where asking failed: the server checks everything again.
 */
export function offerAt(machine: MachineData, userData: UserData): Offer {
  if (!machine.questionsByUser) return offerOfMethod(machine)
  if (userData.status === 'loaded') return userData.offer
  return userData.status === 'failed' ? nothing : offerOfMethod(machine)
}

/** Whether the offer is the visitor's own, so that the way leads on from the details. */
export function isOfferKnown({ questionsByUser }: MachineData, { status }: UserData): boolean {
  return !questionsByUser || status === 'loaded' || status === 'failed'
}

/** The chosen role as far as it is still offered. */
export function keptRole({ roles }: Offer, roleId: string | null): string | null {
  return roles.some(({ id }) => id === roleId) ? roleId : null
}
