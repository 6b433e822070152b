import type { PageHeaderProps } from '@gatehouse/ui/staff/page-header'
import { Trans } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import { findParentPage } from './page-stack.ts'

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
        state={{ pages: parent.pages }}
        {...face}
      />
    ),
  }
}
