import { msg } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { latestMutation } from './latest-mutation.ts'
import {
  type Authenticator,
  cancelMethods,
  confirmAuthenticator,
  enableMethods,
  type FreshCodes,
  prepareAuthenticator,
  prepareCodes,
} from './queries.ts'
import { type SetupFacts, setupSteps, type SetupStep, stepAfter } from './setup-steps.ts'

interface SetupOptions extends SetupFacts {
  /** The methods are enabled. */
  onEnabled: () => void
  /** The last step is done. */
  onDone: () => void
}

/** The set-up of an authenticator app, step by step. Nothing is enabled before the last step. */
export function useSetup({ onEnabled, onDone, ...facts }: SetupOptions) {
  // The initial facts decide the steps: the set-up itself changes them.
  const [steps] = useState(() => setupSteps(facts))
  const [step, setStep] = useState<SetupStep>('intro')
  const [authenticator, setAuthenticator] = useState<Authenticator>()
  const [codes, setCodes] = useState<FreshCodes>()
  const [isConfirmed, setConfirmed] = useState(false)
  const [wrongCodes, setWrongCodes] = useState(0)

  const prepare = useMutation({
    mutationFn: prepareAuthenticator,
    onSuccess: (prepared) => {
      setAuthenticator(prepared)
      setConfirmed(false)
      setWrongCodes(0)
      setStep('qr')
    },
  })
  const createCodes = useMutation({
    mutationFn: prepareCodes,
    onSuccess: (created) => {
      setCodes(created)
      setStep('codes')
    },
  })
  const enable = useMutation({
    mutationFn: enableMethods,
    onSuccess: () => {
      setCodes(undefined)
      onEnabled()
      const next = stepAfter(steps, step)
      if (next === undefined) onDone()
      else setStep(next)
    },
  })
  /** A correct code is not sent again when only the call after it failed. */
  const afterConfirm = ({ id }: Authenticator) => {
    if (stepAfter(steps, 'confirm') === 'codes') createCodes.mutate()
    else enable.mutate([{ id, type: 'totp' }])
  }
  const confirm = useMutation({
    mutationFn: ({ id, code }: { id: string; code: string }) => confirmAuthenticator(id, code),
    onSuccess: ({ valid }) => {
      if (!valid) return setWrongCodes((before) => before + 1)
      setConfirmed(true)
      if (authenticator) afterConfirm(authenticator)
    },
  })
  const cancel = useMutation({ mutationFn: cancelMethods })

  return {
    ...latestMutation([
      { mutation: prepare, failedTitle: msg`Could not reset two-step authentication method` },
      { mutation: createCodes, failedTitle: msg`Could not reset recovery codes` },
      { mutation: enable, failedTitle: msg`Could not enable two-step authentication` },
      { mutation: confirm, failedTitle: msg`Could not verify authentication code` },
      { mutation: cancel, failedTitle: msg`Could not cancel authentication app enrolment` },
    ]),
    steps,
    step,
    authenticator,
    codes,
    wrongCodes,
    isConfirmed,
    begin: () => prepare.mutate(),
    showConfirm: () => setStep('confirm'),
    backToQrCode: () => setStep('qr'),
    confirm: (code: string, { onWrong }: { onWrong: () => void }) => {
      if (!authenticator) return
      const onSuccess = ({ valid }: { valid: boolean }) => {
        if (!valid) onWrong()
      }
      confirm.mutate({ id: authenticator.id, code }, { onSuccess })
    },
    /** Continues after a correct code. */
    retryAfterConfirm: () => authenticator && afterConfirm(authenticator),
    /** The codes were saved. */
    finish: () => {
      if (!authenticator || !codes) return
      enable.mutate([
        { id: authenticator.id, type: 'totp' },
        { id: codes.id, type: 'recovery-codes' },
      ])
    },
    complete: onDone,
    /**
     * Deletes what was prepared. `onCancelled` is called when nothing is left, `onFailed` when the
     * server did not respond.
     */
    cancel: (onCancelled: () => void, onFailed?: () => void) => {
      const ids = [authenticator?.id, codes?.id].filter((id) => id !== undefined)
      if (ids.length === 0 || step === 'complete') return onCancelled()
      cancel.mutate(ids, { onSuccess: onCancelled, ...(onFailed && { onError: onFailed }) })
    },
  }
}

export type Setup = ReturnType<typeof useSetup>
