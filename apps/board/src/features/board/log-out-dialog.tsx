import { Button } from '@gatehouse/ui/core/button'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { Trans } from '@lingui/react/macro'
import { useTransition } from 'react'
import { logOut } from '../../lib/session.ts'

/**
 * Confirms a log-out: on a wall display or shared tablet a press is easily an accident, and logging
 * in takes a person.
 */
export function LogOutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isBusy, startTransition] = useTransition()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={<Trans>Log out of this board?</Trans>}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Stay</Trans>
          </Button>
          <Button kind="primary" busy={isBusy} onClick={() => startTransition(logOut)}>
            <Trans>Log Out</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>No one is shown on this screen until you log in again.</Trans>
      </p>
    </Dialog>
  )
}
