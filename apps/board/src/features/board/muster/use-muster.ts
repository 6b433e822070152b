import { type PersonMarks, unmarked } from '@gatehouse/validation/muster'
import { useSyncExternalStore } from 'react'
import { steady } from '../../../lib/steady.ts'
import type { MusterSession, MusterView } from './muster-session.ts'

export function useMusterView(session: MusterSession): MusterView {
  const { get, subscribe } = steady(session)
  return useSyncExternalStore(subscribe, get)
}

/** One field of it. Each exchange with the server makes another view, of which most fields are the same. */
export function useMusterField<Field extends keyof MusterView>(
  session: MusterSession,
  field: Field,
): MusterView[Field] {
  const { get, subscribe } = steady(session)
  return useSyncExternalStore(subscribe, () => get()[field])
}

/** What is known of one person. A card is drawn again only when this changes. */
export function usePersonMarks(session: MusterSession, personId: string): PersonMarks {
  const { get, subscribe } = steady(session)
  return useSyncExternalStore(subscribe, () => get().people.get(personId) ?? unmarked)
}
