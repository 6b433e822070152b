import { ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, type RefObject } from 'react'
import styles from './list-view.module.css'
import { MethodList } from './method-list.tsx'
import { useLeave } from './use-leave.ts'

interface ListViewProps {
  leave: RefObject<() => void>
  /** Comes back from another view, whose button had the focus. */
  isReturn: boolean
  onClose: () => void
  onView: (view: 'setup' | 'renewal' | 'off') => void
}

export function ListView({ leave, isReturn, onClose, onView }: ListViewProps) {
  useLeave(leave, onClose)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isReturn) list.current?.focus()
  }, [isReturn])
  return (
    <>
      <ModalBody>
        <div ref={list} className={styles.list} tabIndex={-1}>
          <MethodList
            onSetUp={() => onView('setup')}
            onTurnOff={() => onView('off')}
            onRenewCodes={() => onView('renewal')}
          />
        </div>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </ModalFooter>
    </>
  )
}
