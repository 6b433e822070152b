import { ConfirmModal } from '@gatehouse/ui/aria/modal'
import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef, useState } from 'react'

interface UnsavedQuestionOptions {
  /** There is something that closing would lose. */
  isDirty: boolean
  /** Closes the window. */
  onLeave: () => void
  /** Forgets what was not saved, before the window closes. */
  onDiscard?: () => void
  /** What would be lost. */
  text: ReactNode
}

/**
 * Asks before a window with something unsaved is closed by a button or Escape, or left by Back or a reload. The end of a session, which
 * leads to the login, does not ask.
 * @returns `close`, which asks where it has to; `leave`, which never asks; and the question, to be drawn beside the window
 */
export function useUnsavedQuestion({ isDirty, onLeave, onDiscard, text }: UnsavedQuestionOptions) {
  const { t } = useLingui()
  const isLeaving = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const shouldBlockFn = useCallback(
    ({ next }: { next: { pathname: string } }) => isDirty && !isLeaving.current && next.pathname !== '/login',
    [isDirty],
  )
  const blocker = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: () => isDirty && !isLeaving.current,
    withResolver: true,
  })
  const leave = () => {
    isLeaving.current = true
    onLeave()
  }
  const keepEditing = () => {
    setAsking(false)
    blocker.reset?.()
  }
  const discard = () => {
    onDiscard?.()
    setAsking(false)
    if (blocker.status === 'blocked') blocker.proceed()
    else leave()
  }
  return {
    close: () => (isDirty ? setAsking(true) : leave()),
    leave,
    question: (
      <ConfirmModal
        isOpen={isAsking || blocker.status === 'blocked'}
        onClose={keepEditing}
        onConfirm={discard}
        title={<Trans>Close without saving?</Trans>}
        confirmLabel={<Trans>Discard</Trans>}
        cancelLabel={<Trans>Keep editing</Trans>}
        closeLabel={t`Close`}
        isDanger
      >
        {text}
      </ConfirmModal>
    ),
  }
}
