import type { VerifyTwoStepInput } from '@gatehouse/validation/endpoints/two-step'
import { useState } from 'react'
import { verifyCode } from './queries.ts'
import { verifyErrorOf, type VerifyError } from './verify-error.ts'

export interface VerifyOutcome {
  onPassed: (answer: { rememberToken: string | undefined }) => Promise<void> | void
  onWrong: () => void
  onFailed: (failure: VerifyError) => void
}

/** Sends a code, one at a time. */
export function useVerify({ onPassed, onWrong, onFailed }: VerifyOutcome) {
  const [isBusy, setBusy] = useState(false)
  const send = async (input: VerifyTwoStepInput) => {
    if (isBusy) return
    setBusy(true)
    try {
      const { valid, rememberToken } = await verifyCode(input)
      if (valid) await onPassed({ rememberToken })
      else onWrong()
    } catch (error) {
      onFailed(verifyErrorOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, send: (input: VerifyTwoStepInput) => void send(input) }
}
