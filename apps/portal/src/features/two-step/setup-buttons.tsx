import { Button } from '@gatehouse/ui/core/button'
import { Trans } from '@lingui/react/macro'
import { CONFIRM_FORM } from './setup-view.tsx'
import { SAVED_FORM } from './recovery-codes.tsx'
import type { Setup } from './use-setup.ts'

interface SetupButtonsProps {
  setup: Setup
  onCancel: () => void
}

/** The buttons of the current step. The primary one is last. */
export function SetupButtons({ setup, onCancel }: SetupButtonsProps) {
  const { step, isBusy } = setup
  const cancel = (
    <Button onClick={onCancel}>
      {step === 'codes' ? <Trans>Cancel the set-up</Trans> : <Trans>Cancel</Trans>}
    </Button>
  )
  switch (step) {
    case 'intro':
      return (
        <>
          {cancel}
          <Button kind="primary" busy={isBusy} onClick={setup.begin}>
            <Trans>Next</Trans>
          </Button>
        </>
      )
    case 'qr':
      return (
        <>
          {cancel}
          <Button kind="primary" onClick={setup.showConfirm}>
            <Trans>Next</Trans>
          </Button>
        </>
      )
    case 'confirm':
      return (
        <>
          {cancel}
          <Button onClick={setup.backToQrCode}>
            <Trans>Back</Trans>
          </Button>
          {setup.isConfirmed ? (
            <Button kind="primary" busy={isBusy} onClick={setup.retryAfterConfirm}>
              <Trans>Next</Trans>
            </Button>
          ) : (
            <Button type="submit" form={CONFIRM_FORM} kind="primary" busy={isBusy}>
              <Trans>Confirm</Trans>
            </Button>
          )}
        </>
      )
    case 'codes':
      return (
        <>
          {cancel}
          <Button type="submit" form={SAVED_FORM} kind="primary" busy={isBusy}>
            <Trans>Finish</Trans>
          </Button>
        </>
      )
    case 'complete':
      return (
        <Button kind="primary" onClick={setup.complete}>
          <Trans>Continue to log in</Trans>
        </Button>
      )
  }
}
