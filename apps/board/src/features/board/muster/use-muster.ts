import { type PersonMarks, unmarked } from '@gatehouse/validation/muster'
import { useSyncExternalStore } from 'react'
import { steady } from '../../../lib/press.ts'
import type { MusterSession, MusterView } from './muster-session.ts'

export function useMusterView(session: MusterSession): MusterView {
  const { get, subscribe } = steady(session)
  return useSyncExternalStore(subscribe, get)
}

/** One field of the view. Each exchange makes a new view in which most fields are the same. */
export function useMusterField<Field extends keyof MusterView>(
  session: MusterSession,
  field: Field,
): MusterView[Field] {
  const { get, subscribe } = steady(session)
  return useSyncExternalStore(subscribe, () => get()[field])
}

/** The marks of one person. A card renders again only when they change. */
export function usePersonMarks(session: MusterSession, personId: string): PersonMarks {
  const { get, subscribe } = steady(session)
  return useSyncExternalStore(subscribe, () => get().people.get(personId) ?? unmarked)
}
