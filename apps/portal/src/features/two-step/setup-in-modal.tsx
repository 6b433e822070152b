import { ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { type RefObject, useState } from 'react'
import type { CodeKind } from './code-entry.tsx'
import { SetupButtons } from './setup-buttons.tsx'
import { SetupView } from './setup-view.tsx'
import { StepUpView } from './step-up-view.tsx'
import { useLeave } from './use-leave.ts'
import { useSetup } from './use-setup.ts'

interface SetupInModalProps {
  leave: RefObject<() => void>
  account: string
  methods: readonly { type: CodeKind }[]
  onEnabled: () => void
  onDone: () => void
}

/** The set-up from the account menu. */
export function SetupInModal({ leave, account, methods, onEnabled, onDone }: SetupInModalProps) {
  const hasCodes = methods.some(({ type }) => type === 'recovery-codes')
  const setup = useSetup({ hasCodes, isBeforeSignIn: false, onEnabled, onDone })
  const [isReminded, setReminded] = useState(false)
  const cancel = () => void setup.cancel().then((isCancelled) => isCancelled && onDone())
  const { owed, step } = setup
  useLeave(leave, () => {
    if (step === 'codes') setReminded(true)
    else cancel()
  })
  if (owed) return <StepUpView methods={methods} onPassed={owed.retry} onCancel={onDone} />
  return (
    <>
      <ModalBody>
        <SetupView setup={setup} account={account} level={3} isReminded={isReminded} />
      </ModalBody>
      <ModalFooter>
        <SetupButtons setup={setup} onCancel={cancel} />
      </ModalFooter>
    </>
  )
}
