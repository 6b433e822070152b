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
  if (step === 'complete')
    return (
      <Button kind="primary" onClick={setup.complete}>
        <Trans>Continue to log in</Trans>
      </Button>
    )
  const next = {
    intro: { onClick: setup.begin, busy: isBusy },
    qr: { onClick: setup.showConfirm },
    confirm: setup.isConfirmed
      ? { onClick: setup.retryAfterConfirm, busy: isBusy }
      : ({ type: 'submit', form: CONFIRM_FORM, busy: isBusy } as const),
    codes: { type: 'submit', form: SAVED_FORM, busy: isBusy } as const,
  }
  return (
    <>
      <Button onClick={onCancel}>
        {step === 'codes' ? <Trans>Cancel the set-up</Trans> : <Trans>Cancel</Trans>}
      </Button>
      {step === 'confirm' && (
        <Button onClick={setup.backToQrCode}>
          <Trans>Back</Trans>
        </Button>
      )}
      <Button kind="primary" {...next[step]}>
        {step === 'codes' ? (
          <Trans>Finish</Trans>
        ) : step === 'confirm' && !setup.isConfirmed ? (
          <Trans>Confirm</Trans>
        ) : (
          <Trans>Next</Trans>
        )}
      </Button>
    </>
  )
}
