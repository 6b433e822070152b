import { ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Trans } from '@lingui/react/macro'
import type { RefObject } from 'react'
import { MethodList } from './method-list.tsx'
import { useLeave } from './use-leave.ts'

interface ListViewProps {
  leave: RefObject<() => void>
  onClose: () => void
  onView: (view: 'setup' | 'renewal' | 'off') => void
}

export function ListView({ leave, onClose, onView }: ListViewProps) {
  useLeave(leave, onClose)
  return (
    <>
      <ModalBody>
        <MethodList
          onSetUp={() => onView('setup')}
          onTurnOff={() => onView('off')}
          onRenewCodes={() => onView('renewal')}
        />
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </ModalFooter>
    </>
  )
}
