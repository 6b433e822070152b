import { type PersonMarks, unmarked } from '@gatehouse/validation/muster'
import { useSyncExternalStore } from 'react'
import { steady } from '../../../lib/press.ts'
import type { MusterSession, MusterView } from './muster-session.ts'

export function useMusterView(session: MusterSession): MusterView {
  const { get, subscribe } = steady(session)
  return useSyncExternalStore(subscribe, get)
}

/** What is known of one person. A card is drawn again only when this changes. */
export function usePersonMarks(session: MusterSession, personId: string): PersonMarks {
  const { get, subscribe } = steady(session)
  return useSyncExternalStore(subscribe, () => get().people.get(personId) ?? unmarked)
}
