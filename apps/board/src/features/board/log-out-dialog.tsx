import { Button } from '@gatehouse/ui/core/button'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { Trans } from '@lingui/react/macro'
import { useTransition } from 'react'
import { logOut } from '../../lib/session.ts'

/** On a wall display or a shared tablet a press is easily an accident, and a login needs a person. */
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
        <Trans>This screen shows nobody until somebody logs in again.</Trans>
      </p>
    </Dialog>
  )
}
