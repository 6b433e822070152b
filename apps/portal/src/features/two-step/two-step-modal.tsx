import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { useQuery, useMutation } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useUnsavedQuestion } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import type { CodeKind } from './code-entry.tsx'
import { MethodList } from './method-list.tsx'
import { refreshMethods, methodsQuery, recoveryCodesQuery, cancelMethods } from './queries.ts'
import { RenewalView } from './renewal-view.tsx'
import { SetupButtons } from './setup-buttons.tsx'
import { SetupView } from './setup-view.tsx'
import { StepUpView, FailedNotice } from './step-up.tsx'
import styles from './two-step-modal.module.css'
import { useSetup } from './use-setup.ts'
import { FocusHeading } from '@gatehouse/ui/core/focus-heading'
import { Stack } from '@gatehouse/ui/core/stack'
import { msg } from '@lingui/core/macro'
import { latestMutation } from './latest-mutation.ts'

interface TwoStepModalProps {
  /** The login email. */
  account: string
  /** An authenticator was enabled or removed. No device is remembered any more. */
  onChanged: () => void
  onClose: () => void
}

type View = 'list' | 'setup' | 'renewal' | 'off'

/** The user's own second factors. */
export function TwoStepModal({ account, onChanged, onClose }: TwoStepModalProps) {
  const { t } = useLingui()
  const [chosen, setView] = useState<View>('list')
  const [isReturn, setReturn] = useState(false)
  const methods = useQuery(methodsQuery).data ?? []
  const isOn = methods.some(({ type }) => type === 'totp')
  const codes = useQuery({ ...recoveryCodesQuery, enabled: isOn }).data
  // Codes that were created and not saved, perhaps before a reload, come first.
  const pending = isOn && codes?.pending ? codes : undefined
  const view = chosen === 'list' && pending ? 'renewal' : chosen
  /** What Escape and the close button do. Some views set another function while they are shown. */
  const closeRef = useRef(onClose)

  const backToList = () => {
    const show = () => {
      setReturn(true)
      setView('list')
    }
    // The list shows an error when its methods can't be fetched.
    void refreshMethods().then(show, show)
  }
  useEffect(() => {
    if (view === 'list') closeRef.current = onClose
    if (view === 'off') closeRef.current = backToList
  })
  const notify = (message: string) => {
    toast('success', message)
    onChanged()
  }
  return (
    <Modal isOpen onClose={() => closeRef.current()} title={<Trans>Two-step authentication</Trans>}>
      {view === 'list' && <ListView takesFocus={isReturn} onClose={onClose} onView={setView} />}
      {view === 'setup' && (
        <SetupInModal
          closeRef={closeRef}
          account={account}
          methods={methods}
          onEnabled={() => notify(t`Two-step authentication is on.`)}
          onDone={backToList}
        />
      )}
      {view === 'renewal' && (
        <RenewalView
          closeRef={closeRef}
          account={account}
          methods={methods}
          pending={pending}
          onDone={backToList}
        />
      )}
      {view === 'off' && (
        <TurnOffView
          methods={methods}
          onOff={() => notify(t`Two-step authentication is off.`)}
          onDone={backToList}
        />
      )}
    </Modal>
  )
}

interface ListViewProps {
  /** The previous view had the focus. */
  takesFocus: boolean
  onClose: () => void
  onView: (view: View) => void
}

function ListView({ takesFocus, onClose, onView }: ListViewProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) list.current?.focus()
  }, [takesFocus])
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

interface SetupInModalProps {
  closeRef: RefObject<() => void>
  account: string
  methods: readonly { type: CodeKind }[]
  onEnabled: () => void
  onDone: () => void
}

function SetupInModal({ closeRef, account, methods, onEnabled, onDone }: SetupInModalProps) {
  const hasCodes = methods.some(({ type }) => type === 'recovery-codes')
  const setup = useSetup({ hasCodes, isBeforeSignIn: false, onEnabled, onDone })
  const [isReminded, setReminded] = useState(false)
  const cancel = () => setup.cancel(onDone)
  const unsaved = useUnsavedQuestion({
    isDirty: setup.step === 'qr' || setup.step === 'confirm',
    onLeave: cancel,
    text: <Trans>Two-step authentication is not on yet. The account in your app will not work.</Trans>,
  })
  useEffect(() => {
    closeRef.current = () => (setup.step === 'codes' ? setReminded(true) : unsaved.close())
  })
  if (setup.stepUp) {
    return (
      <>
        <StepUpView methods={methods} onPassed={setup.stepUp.retry} onCancel={onDone} />
        {unsaved.question}
      </>
    )
  }
  return (
    <>
      <ModalBody>
        <SetupView setup={setup} account={account} level={3} isReminded={isReminded} />
      </ModalBody>
      <ModalFooter>
        <SetupButtons setup={setup} onCancel={cancel} />
      </ModalFooter>
      {unsaved.question}
    </>
  )
}

interface TurnOffViewProps {
  methods: readonly { id: string; type: CodeKind }[]
  onOff: () => void
  onDone: () => void
}

/** Asks before two-step authentication is turned off. */
function TurnOffView({ methods, onOff, onDone }: TurnOffViewProps) {
  const turnOff = useMutation({
    mutationFn: () => cancelMethods(methods.map(({ id }) => id)),
    onSuccess: () => {
      onOff()
      onDone()
    },
  })
  const { failed, stepUp } = latestMutation([
    { mutation: turnOff, failedTitle: msg`Could not reset two-step authentication method` },
  ])
  if (stepUp) return <StepUpView methods={methods} onPassed={stepUp.retry} onCancel={onDone} />
  return (
    <>
      <ModalBody>
        <Stack gap={16}>
          <FailedNotice failed={failed} />
          <FocusHeading level={3}>
            <Trans>Turn off two-step authentication?</Trans>
          </FocusHeading>
          <p>
            <Trans>
              Your password alone then opens this account. Recovery codes and remembered devices stop working.
            </Trans>
          </p>
        </Stack>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onDone}>
          <Trans>Keep it on</Trans>
        </Button>
        <Button kind="danger" busy={turnOff.isPending} onClick={() => turnOff.mutate()}>
          <Trans>Turn off</Trans>
        </Button>
      </ModalFooter>
    </>
  )
}
