import { Trans } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import type { PageHeaderProps } from '@gatehouse/ui/staff/page-header'
import { pageBeneath } from './page-stack.ts'

/** The way back of a page that lies on another one; nothing on the lowest. */
export function usePageBack(): PageHeaderProps['back'] {
  const state = useRouterState({ select: ({ location }) => location.state })
  const beneath = pageBeneath(state)
  if (!beneath) return undefined
  const address = new URL(beneath.href, location.origin)
  return {
    label: <Trans>Back</Trans>,
    render: (face) => (
      <Link
        to={address.pathname}
        search={Object.fromEntries(address.searchParams)}
        state={{ pages: beneath.pages }}
        {...face}
      />
    ),
  }
}
