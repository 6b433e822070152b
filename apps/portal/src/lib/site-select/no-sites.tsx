import { buttonClass } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useKeptAsDraft } from '../forms/kept-as-draft.ts'
import { useIsAdmin } from '../use-session.ts'

/** Shown in place of a site field, while there are no sites: what to do first. */
export function NoSites({ id }: { id: string }) {
  const isKept = useKeptAsDraft()
  const isAdmin = useIsAdmin()
  return (
    <div id={id}>
      <Notice
        kind="info"
        title={<Trans>No sites yet</Trans>}
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
          isKept && <Trans>Your changes are kept.</Trans>
        ) : (
          <Trans>Ask an administrator to add one.</Trans>
        )}
      </Notice>
    </div>
  )
}
