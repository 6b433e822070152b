import type { PageHeaderProps } from '@gatehouse/ui/staff/page-header'
import { Trans } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The URLs of the pages that led to this one, first one first. */
    pages?: readonly string[]
  }
}

interface PageState {
  pages?: readonly string[] | undefined
}

/** How many pages led to this one: 0 where it was reached from the menu or by its URL. */
export function pageDepth(state: PageState): number {
  return state.pages?.length ?? 0
}

/** The navigation state of a page that was opened from the page at `href`. */
export function withParentPage<State extends PageState>(state: State, href: string): State {
  return { ...state, pages: [...(state.pages ?? []), href] }
}

/** The page that led to this one, with its own navigation state. */
export function findParentPage(state: PageState): { href: string; pages: readonly string[] } | undefined {
  const pages = state.pages ?? []
  const href = pages.at(-1)
  return href === undefined ? undefined : { href, pages: pages.slice(0, -1) }
}

/** The navigation state for links from this page to a page that leads back to it. */
export function useChildPageState(): { pages?: readonly string[] } {
  const { state, href } = useRouterState({ select: ({ location }) => location })
  return withParentPage({ ...(state.pages && { pages: state.pages }) }, href)
}

/** The link back to the page that led here; undefined where none did. */
export function usePageBack(): PageHeaderProps['back'] {
  const state = useRouterState({ select: ({ location }) => location.state })
  const parent = findParentPage(state)
  if (!parent) return undefined
  const url = new URL(parent.href, location.origin)
  return {
    label: <Trans>Back</Trans>,
    render: (face) => (
      <Link
        to={url.pathname}
        search={Object.fromEntries(url.searchParams)}
        state={{ pages: parent.pages, isListOpened: true }}
        {...face}
      />
    ),
  }
}
