import { useEffect, useMemo, useState } from 'react'

/** After this time without input, a warden is not about to press a card. */
export const SETTLE_MS = 8000
const TOUCHES = ['pointerdown', 'keydown', 'scroll'] as const

const nobody: ReadonlySet<string> = new Set()

/**
 * The people who match a filter now or did a moment ago: a card that no longer matches keeps its
 * place until the filter changes, or until there was no input for `SETTLE_MS`.
 * @param filter a new value resets the list to the matching people
 */
export function useKeptPlaces<Person extends { id: string }>(
  people: readonly Person[],
  isMatching: (person: Person) => boolean,
  filter: string,
): readonly Person[] {
  const [kept, keep] = useState({ filter, ids: nobody })
  const ids = kept.filter === filter ? kept.ids : nobody
  const shown = useMemo(
    () => people.filter((person) => isMatching(person) || ids.has(person.id)),
    [people, isMatching, ids],
  )
  const isSettled = useMemo(() => shown.every(isMatching), [shown, isMatching])
  if (kept.filter !== filter || shown.some(({ id }) => !ids.has(id)))
    keep({ filter, ids: new Set(shown.map(({ id }) => id)) })
  useEffect(() => {
    if (isSettled) return
    const settle = () => keep({ filter, ids: nobody })
    let timer = setTimeout(settle, SETTLE_MS)
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(settle, SETTLE_MS)
    }
    for (const touch of TOUCHES) addEventListener(touch, wait, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const touch of TOUCHES) removeEventListener(touch, wait, { capture: true })
    }
  }, [isSettled, filter])
  return shown
}
