import { ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import { Trans } from '@lingui/react/macro'
import { type RefObject, useState } from 'react'
import { AttemptNotice } from './attempt-notice.tsx'
import type { CodeKind } from './code-entry.tsx'
import { RecoveryCodes, SAVED_FORM, SavedTick } from './recovery-codes.tsx'
import { StepHeading } from './step-heading.tsx'
import { StepUpView } from './step-up-view.tsx'
import { useLeave } from './use-leave.ts'
import { useRenewal } from './use-renewal.ts'

interface RenewalViewProps {
  leave: RefObject<() => void>
  account: string
  methods: readonly { type: CodeKind }[]
  pending: { id: string; recoveryCodes: string[] } | undefined
  onDone: () => void
}

/** New recovery codes: the earlier ones count until these are saved. */
export function RenewalView({ leave, account, methods, pending, onDone }: RenewalViewProps) {
  const renewal = useRenewal({ pending, onDone })
  const [isReminded, setReminded] = useState(false)
  const { codes, owed, failed, isBusy } = renewal
  useLeave(leave, () => {
    if (codes) setReminded(true)
    else onDone()
  })
  if (owed) return <StepUpView methods={methods} onPassed={owed.retry} onCancel={onDone} />
  return (
    <>
      <ModalBody>
        <Stack gap={16}>
          <AttemptNotice failed={failed} />
          {codes ? (
            <>
              <RecoveryCodes
                codes={codes.recoveryCodes}
                account={account}
                level={3}
                isReminded={isReminded}
              />
              <SavedTick onSaved={() => void renewal.finish()} />
            </>
          ) : (
            <>
              <StepHeading level={3}>
                <Trans>New recovery codes</Trans>
              </StepHeading>
              <p>
                <Trans>
                  You get ten new codes. As soon as you have confirmed that they are saved, the earlier ones
                  no longer count.
                </Trans>
              </p>
            </>
          )}
        </Stack>
      </ModalBody>
      <ModalFooter>
        <Button onClick={() => void renewal.cancel()}>
          {codes ? <Trans>Cancel the new codes</Trans> : <Trans>Cancel</Trans>}
        </Button>
        {codes ? (
          <Button type="submit" form={SAVED_FORM} kind="primary" busy={isBusy}>
            <Trans>Finish</Trans>
          </Button>
        ) : (
          <Button kind="primary" busy={isBusy} onClick={() => void renewal.begin()}>
            <Trans>Create codes</Trans>
          </Button>
        )}
      </ModalFooter>
    </>
  )
}
