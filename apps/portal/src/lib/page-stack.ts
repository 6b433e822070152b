declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The pages under this one, lowest first, as own addresses. */
    pages?: readonly string[]
  }
}

interface PageState {
  pages?: readonly string[] | undefined
}

/** How deep a page lies in its stack: 0 where it was reached from the menu or by its address. */
export function pageIndex(state: PageState): number {
  return state.pages?.length ?? 0
}

/** The state of a page opened on top of `href`. */
export function stackOn<State extends PageState>(state: State, href: string): State {
  return { ...state, pages: [...(state.pages ?? []), href] }
}

/** The page beneath, with the state it has; undefined on the lowest. */
export function pageBeneath(state: PageState): { href: string; pages: readonly string[] } | undefined {
  const pages = state.pages ?? []
  const href = pages.at(-1)
  return href === undefined ? undefined : { href, pages: pages.slice(0, -1) }
}
