import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { EverywhereQuestion, OwnSessionLists } from './own-session-lists.tsx'

interface SessionsModalProps {
  /** All sessions have ended, including this one. */
  onEnded: () => void
  onClose: () => void
}

/** The user's own sessions, and the devices that need no second factor. */
export function SessionsModal({ onEnded, onClose }: SessionsModalProps) {
  /** Undefined until the question is first shown. */
  const [isAsked, setAsked] = useState<boolean>()
  return (
    <Modal isOpen onClose={onClose} title={<Trans>Sessions and devices</Trans>}>
      <ModalBody>
        <Stack gap={24}>
          {isAsked === true && <EverywhereQuestion onEnded={onEnded} onKeep={() => setAsked(false)} />}
          <OwnSessionLists />
        </Stack>
      </ModalBody>
      <ModalFooter
        start={
          isAsked !== true && (
            <Button onClick={() => setAsked(true)} autoFocus={isAsked === false}>
              <Trans>Log out everywhere</Trans>
            </Button>
          )
        }
      >
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}
