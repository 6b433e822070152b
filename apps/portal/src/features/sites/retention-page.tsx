import { Button } from '@gatehouse/ui/core/button'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { PageHead } from '../../lib/page-head.tsx'
import { lazyPart, lazyWindow } from '../../lib/lazy-part.tsx'
import { useMayReadLog } from '../../lib/use-session.ts'

const SitePrivacy = lazyPart(() => import('./site-privacy.tsx'), 'SitePrivacy', <Skeleton height={320} />)
const RetentionModal = lazyWindow(() => import('./retention-modal.tsx'), 'RetentionModal')

/**
 * For how long the client keeps personal data, what the next run would erase, and what the last
 * ones did.
 */
export function RetentionPage() {
  const { t } = useLingui()
  const isInClient = useMayReadLog()
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <PageHead
        title={t`Privacy and retention`}
        action={
          isInClient && (
            <Button kind="primary" onClick={() => setEditing(true)}>
              <Trans>Edit</Trans>
            </Button>
          )
        }
      />
      {isInClient ? (
        <SitePrivacy canManage />
      ) : (
        <EmptyState title={<Trans>Choose a client</Trans>}>
          <Trans>Choose a client in the side bar first.</Trans>
        </EmptyState>
      )}
      {isEditing && <RetentionModal onClose={() => setEditing(false)} />}
    </>
  )
}
