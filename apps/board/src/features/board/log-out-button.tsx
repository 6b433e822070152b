import { Button } from '@gatehouse/ui/core/button'
import { Dialog } from '@gatehouse/ui/core/dialog'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { logOut } from '../../lib/session.ts'

/** Asks first: on a wall or a shared tablet the press is easily an accident, and the next login needs a person. */
export function LogOutButton() {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const leave = () => {
    setBusy(true)
    void logOut()
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        <Trans>Log Out</Trans>
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={<Trans>Log out of this board?</Trans>}
        closeLabel={t`Close`}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>
              <Trans>Stay</Trans>
            </Button>
            <Button kind="primary" busy={isBusy} onClick={leave}>
              <Trans>Log Out</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>This screen shows nobody until somebody logs in again.</Trans>
        </p>
      </Dialog>
    </>
  )
}
