import { useRouterState } from '@tanstack/react-router'
import { stackOn } from './page-stack.ts'

/** The navigation state for links to a page that lies on this one. */
export function useStacked(): { pages?: readonly string[] } {
  const { state, href } = useRouterState({ select: ({ location }) => location })
  return stackOn({ ...(state.pages && { pages: state.pages }) }, href)
}
