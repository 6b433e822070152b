import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { SignInOutcome } from './sign-in-answers.tsx'

interface SignInRefusedProps {
  outcome: SignInOutcome
  onBack: () => void
  onClose: () => void
}

/** Why somebody was not signed in. The refusal is in the access log; a wrong code is not. */
export function SignInRefused({ outcome, onBack, onClose }: SignInRefusedProps) {
  return (
    <Modal isOpen onClose={onClose} title={<Trans>Not signed in</Trans>}>
      <ModalBody>
        <Notice kind="danger" live="assertive">
          <Reason outcome={outcome} />
        </Notice>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button kind="primary" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}

function Reason({ outcome: { outcome } }: { outcome: SignInOutcome }): ReactNode {
  switch (outcome) {
    case 'banned':
      return <Trans>A ban applies to this person. The attempt is in the log.</Trans>
    case 'high':
      return <Trans>The temperature is above the limit of the site. The attempt is in the log.</Trans>
    case 'low':
      return <Trans>The temperature is below the limit of the site. The attempt is in the log.</Trans>
    case 'failed_answer':
      return <Trans>With these answers nobody may sign in here. The attempt is in the log.</Trans>
    case 'invalid_code':
      return <Trans>The code is wrong, or too old. Please measure again.</Trans>
    case 'signed_in':
      return null
  }
}
