import { type PersonMarks, unmarked } from '@gatehouse/validation/muster'
import { useSyncExternalStore } from 'react'
import type { MusterSession, MusterView } from './muster-session.ts'

export function useMusterView(session: MusterSession): MusterView {
  return useSyncExternalStore(session.subscribe, session.get)
}

/** What is known of one person. A card is drawn again only when this changes. */
export function usePersonMarks(session: MusterSession, personId: string): PersonMarks {
  return useSyncExternalStore(session.subscribe, () => session.get().people.get(personId) ?? unmarked)
}
