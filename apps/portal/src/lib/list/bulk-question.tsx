import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useUnsavedQuestion } from '../forms/form-modal.tsx'
import { ClientsOfRows } from './clients-of-rows.tsx'
import type { BulkQuestionProps } from './list-declaration.ts'

interface BulkQuestionWindowProps extends Omit<BulkQuestionProps, 'count' | 'onRun' | 'rows' | 'typed'> {
  /** How many rows the action affects, and how. */
  text: ReactNode
  /** Undefined where it can't be done: `children` say why. */
  onConfirm: (() => void) | undefined
  isDanger?: boolean
  /** Closing would lose typed values. */
  isDirty?: boolean
  /** The fields that the action needs. */
  children?: ReactNode
}

/** The window of a bulk action that asks first. */
export function BulkQuestion({
  action,
  text,
  clients,
  isBusy,
  isDanger = false,
  isDirty = false,
  onConfirm,
  onClose,
  children,
}: BulkQuestionWindowProps) {
  const unsaved = useUnsavedQuestion({
    isDirty,
    onLeave: onClose,
    text: <Trans>Your changes have not been saved.</Trans>,
  })
  return (
    <Modal isOpen onClose={unsaved.close} title={action}>
      <ModalBody>
        <Stack>
          <p>{text}</p>
          <ClientsOfRows clients={clients} />
          {children}
        </Stack>
      </ModalBody>
      <ModalFooter>
        <Button onClick={unsaved.close}>{onConfirm ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}</Button>
        {onConfirm && (
          <Button kind={isDanger ? 'danger' : 'primary'} busy={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        )}
      </ModalFooter>
      {unsaved.question}
    </Modal>
  )
}
