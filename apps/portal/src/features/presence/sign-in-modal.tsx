import { useRef, useState, type ReactNode } from 'react'
import { SignInAnswers, type SignInOutcome } from './sign-in-answers.tsx'
import { type FoundForm, SignInDetails } from './sign-in-details.tsx'
import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Trans } from '@lingui/react/macro'

interface SignInModalProps {
  /** The site, if the page shows one. */
  siteId: string | undefined
  onClose: () => void
}

/** Signs in a person without a phone at hand: first who they are, then the method's questions. */
export function SignInModal({ siteId, onClose }: SignInModalProps) {
  const [form, setForm] = useState<FoundForm>()
  const [refusal, setRefusal] = useState<SignInOutcome>()
  /** A form closes once it was sent. The answers stay for a user who goes back. */
  const isRefused = useRef(false)
  const refuse = (outcome: SignInOutcome | undefined) => {
    isRefused.current = outcome !== undefined
    setRefusal(outcome)
  }
  if (!form) return <SignInDetails siteId={siteId} onFound={setForm} onClose={onClose} />
  return (
    <>
      <SignInAnswers
        form={form}
        onRefused={refuse}
        onClose={() => {
          if (!isRefused.current) onClose()
        }}
      />
      {refusal && <SignInRefused outcome={refusal} onBack={() => refuse(undefined)} onClose={onClose} />}
    </>
  )
}

interface SignInRefusedProps {
  outcome: SignInOutcome
  onBack: () => void
  onClose: () => void
}

/** Why a person was not signed in. The access log has the refusal, unless it is a wrong code. */
function SignInRefused({ outcome, onBack, onClose }: SignInRefusedProps) {
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
      return <Trans>This person is banned. The attempt is in the log.</Trans>
    case 'high':
      return <Trans>The temperature is above the limit of the site. The attempt is in the log.</Trans>
    case 'low':
      return <Trans>The temperature is below the limit of the site. The attempt is in the log.</Trans>
    case 'failed_answer':
      return <Trans>These answers block the sign-in. The attempt is in the log.</Trans>
    case 'invalid_code':
      return <Trans>The code is wrong or too old. Measure again.</Trans>
    case 'signed_in':
      return null
  }
}
