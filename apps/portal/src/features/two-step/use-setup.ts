import { msg } from '@lingui/core/macro'
import { useState } from 'react'
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
import { useAttempts } from './use-attempts.ts'

interface SetupParts extends SetupFacts {
  /** It is in force. */
  onEnabled: () => void
  /** The last step is done. */
  onDone: () => void
}

/** Setting up an authenticator app, step by step; nothing is in force before the last of them. */
export function useSetup({ onEnabled, onDone, ...facts }: SetupParts) {
  // What was there at the beginning decides, even when it is there at the end.
  const [steps] = useState(() => setupSteps(facts))
  const [step, setStep] = useState<SetupStep>('intro')
  const [authenticator, setAuthenticator] = useState<Authenticator>()
  const [codes, setCodes] = useState<FreshCodes>()
  const [isConfirmed, setConfirmed] = useState(false)
  const [wrongs, setWrongs] = useState(0)
  const attempts = useAttempts()
  const { attempt } = attempts

  const goOn = (from: SetupStep) => {
    const next = stepAfter(steps, from)
    if (next === undefined) onDone()
    else setStep(next)
  }

  const enable = (from: SetupStep, methods: Parameters<typeof enableMethods>[0]) =>
    attempt(msg`Could not enable two-step authentication`, async () => {
      await enableMethods(methods)
      setCodes(undefined)
      onEnabled()
      goOn(from)
    })

  const afterConfirm = async ({ id }: Authenticator) => {
    if (stepAfter(steps, 'confirm') !== 'codes') return enable('confirm', [{ id, type: 'totp' }])
    return attempt(msg`Could not reset recovery codes`, async () => {
      setCodes(await prepareCodes())
      setStep('codes')
    })
  }

  return {
    ...attempts,
    steps,
    step,
    authenticator,
    codes,
    /** How often the code was wrong. */
    wrongs,
    begin: () =>
      attempt(msg`Could not reset two-step authentication method`, async () => {
        setAuthenticator(await prepareAuthenticator())
        setConfirmed(false)
        setWrongs(0)
        setStep('qr')
      }),
    toConfirm: () => setStep('confirm'),
    backToCode: () => setStep('qr'),
    /** Sends the code; one that was right is not sent again when only what comes after it failed. */
    async confirm(code: string): Promise<'wrong' | 'sent'> {
      if (!authenticator) return 'sent'
      if (isConfirmed) {
        await afterConfirm(authenticator)
        return 'sent'
      }
      let isRight = false
      const isChecked = await attempt(msg`Could not verify authentication code`, async () => {
        isRight = (await confirmAuthenticator(authenticator.id, code)).valid
      })
      if (!isChecked) return 'sent'
      if (!isRight) {
        setWrongs((before) => before + 1)
        return 'wrong'
      }
      setConfirmed(true)
      await afterConfirm(authenticator)
      return 'sent'
    },
    isConfirmed,
    /** The codes were saved. */
    finish: async () => {
      if (!authenticator || !codes) return
      await enable('codes', [
        { id: authenticator.id, type: 'totp' },
        { id: codes.id, type: 'recovery-codes' },
      ])
    },
    complete: onDone,
    /** Drops what was prepared. @returns whether nothing is left of it */
    async cancel(): Promise<boolean> {
      const ids = [authenticator?.id, codes?.id].filter((id) => id !== undefined)
      if (ids.length === 0 || step === 'complete') return true
      return attempt(msg`Could not cancel authentication app enrolment`, () => cancelMethods(ids))
    },
  }
}

export type Setup = ReturnType<typeof useSetup>
