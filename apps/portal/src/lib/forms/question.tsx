import { ConfirmModal } from '@gatehouse/ui/aria/modal'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorMessage } from '../errors.ts'
import { useHold } from '../use-hold.ts'

interface QuestionProps<Result> {
  title: ReactNode
  /** The consequences. */
  children: ReactNode
  confirmLabel: ReactNode
  /** The confirmed action. */
  act: () => Promise<Result>
  /** Called after it, and closes the question. */
  onDone: (result: Result) => unknown
  onClose: () => void
  /** It cannot be undone. */
  isDanger?: boolean
  /** It can't be closed before the response, which is shown nowhere else. */
  isHeld?: boolean
}

/** Asks before a change, makes it, and shows the error if it failed. */
export function Question<Result>({ act, onDone, onClose, children, ...question }: QuestionProps<Result>) {
  const { title, confirmLabel, isDanger, isHeld = false } = question
  const { mutate, isPending, error } = useMutation({
    // The result may be a secret.
    gcTime: 0,
    mutationFn: act,
    onSuccess: onDone,
  })
  useHold(isHeld && isPending)
  return (
    <ConfirmModal
      isOpen
      onClose={onClose}
      onConfirm={() => mutate()}
      isBusy={isPending}
      isHeld={isHeld && isPending}
      title={title}
      confirmLabel={confirmLabel}
      cancelLabel={<Trans>Cancel</Trans>}
      isDanger={isDanger}
    >
      <Stack>
        <p>{children}</p>
        {error && (
          <Notice kind="danger" live="assertive">
            <ErrorMessage error={error} />
          </Notice>
        )}
      </Stack>
    </ConfirmModal>
  )
}
