import { buttonClass } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useKeptAsDraft } from '../forms/kept-as-draft.ts'
import { useIsAdmin } from '../use-is-admin.ts'

/** Stands where a site is chosen, as long as there is none: what has to be done first. */
export function NoSites({ id }: { id: string }) {
  const isKept = useKeptAsDraft()
  const isAdmin = useIsAdmin()
  return (
    <div id={id}>
      <Notice
        kind="info"
        title={<Trans>There is no site yet</Trans>}
        action={
          isAdmin && (
            <Link
              to="/site_management"
              search={{ edit: 'new' }}
              className={buttonClass({ kind: 'secondary', size: 'small' })}
            >
              <Trans>Add a site first</Trans>
            </Link>
          )
        }
      >
        {isAdmin ? (
          isKept && <Trans>What you have typed here is kept.</Trans>
        ) : (
          <Trans>Please ask an administrator to add one.</Trans>
        )}
      </Notice>
    </div>
  )
}
