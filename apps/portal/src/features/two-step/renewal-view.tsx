import { ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { FocusHeading } from '@gatehouse/ui/core/focus-heading'
import { Stack } from '@gatehouse/ui/core/stack'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import type { CodeKind } from './code-entry.tsx'
import { latestMutation } from './latest-mutation.ts'
import { cancelMethods, enableMethods, type FreshCodes, prepareCodes } from './queries.ts'
import { RecoveryCodes, SAVED_FORM, ConfirmSavedForm } from './recovery-codes.tsx'
import { FailedNotice, StepUpView } from './step-up.tsx'

type PendingCodes = Pick<FreshCodes, 'id' | 'recoveryCodes'>

interface RenewalViewProps {
  /** What Escape and the close button do. This view sets it. */
  closeRef: RefObject<() => void>
  account: string
  methods: readonly { type: CodeKind }[]
  /** Codes that were created earlier and not saved yet. */
  pending: PendingCodes | undefined
  onDone: () => void
}

/** New recovery codes. The earlier ones are valid until these are saved. */
export function RenewalView({ closeRef, account, methods, pending, onDone }: RenewalViewProps) {
  const { codes, create, enable, cancel, isBusy, failed, stepUp } = useRenewal({ pending, onDone })
  const [isReminded, setReminded] = useState(false)
  useEffect(() => {
    closeRef.current = () => (codes ? setReminded(true) : onDone())
  })
  if (stepUp) return <StepUpView methods={methods} onPassed={stepUp.retry} onCancel={onDone} />
  return (
    <>
      <ModalBody>
        <Stack gap={16}>
          <FailedNotice failed={failed} />
          {codes ? (
            <>
              <RecoveryCodes
                codes={codes.recoveryCodes}
                account={account}
                level={3}
                isReminded={isReminded}
              />
              <ConfirmSavedForm onSaved={() => enable(codes.id)} />
            </>
          ) : (
            <>
              <FocusHeading level={3}>
                <Trans>New recovery codes</Trans>
              </FocusHeading>
              <p>
                <Trans>
                  You get ten new codes. The earlier ones stop working when you confirm that you saved them.
                </Trans>
              </p>
            </>
          )}
        </Stack>
      </ModalBody>
      <ModalFooter>
        <Button onClick={() => (codes ? cancel(codes.id) : onDone())}>
          {codes ? <Trans>Cancel the new codes</Trans> : <Trans>Cancel</Trans>}
        </Button>
        {codes ? (
          <Button type="submit" form={SAVED_FORM} kind="primary" busy={isBusy}>
            <Trans>Finish</Trans>
          </Button>
        ) : (
          <Button kind="primary" busy={isBusy} onClick={() => create()}>
            <Trans>Create codes</Trans>
          </Button>
        )}
      </ModalFooter>
    </>
  )
}

function useRenewal({ pending, onDone }: Pick<RenewalViewProps, 'pending' | 'onDone'>) {
  const [codes, setCodes] = useState<PendingCodes | undefined>(pending)
  const create = useMutation({ mutationFn: prepareCodes, onSuccess: setCodes })
  const enable = useMutation({
    mutationFn: (id: string) => enableMethods([{ id, type: 'recovery-codes' }]),
    onSuccess: onDone,
  })
  const cancel = useMutation({ mutationFn: (id: string) => cancelMethods([id]), onSuccess: onDone })
  return {
    codes,
    create: create.mutate,
    enable: enable.mutate,
    cancel: cancel.mutate,
    ...latestMutation([
      { mutation: create, failedTitle: msg`Could not reset recovery codes` },
      { mutation: enable, failedTitle: msg`Could not enable recovery codes` },
      { mutation: cancel, failedTitle: msg`Could not cancel recovery code creation` },
    ]),
  }
}
