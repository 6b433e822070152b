import { useState } from 'react'

/** The columns of a list that are in view. What they are changes without a new drawing of the list. */
export interface ShownColumns {
  /** Their ids, with spaces between; empty while there are no rows. */
  get: () => string
  set: (ids: string) => void
  subscribe: (listener: () => void) => () => void
}

export function useShownColumns(): ShownColumns {
  const [columns] = useState(create)
  return columns
}

function create(): ShownColumns {
  const listeners = new Set<() => void>()
  let shown = ''
  return {
    get: () => shown,
    set(ids) {
      shown = ids
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
