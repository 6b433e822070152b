import { msg } from '@lingui/core/macro'
import { useState } from 'react'
import { cancelMethods, enableMethods, type FreshCodes, prepareCodes } from './queries.ts'
import { useAttempts } from './use-attempts.ts'

type PendingCodes = Pick<FreshCodes, 'id' | 'recoveryCodes'>

/** A new set of recovery codes in place of the last one, which counts until the new one is saved. */
export function useRenewal({ pending, onDone }: { pending: PendingCodes | undefined; onDone: () => void }) {
  const [codes, setCodes] = useState<PendingCodes | undefined>(pending)
  const attempts = useAttempts()
  const { attempt } = attempts
  return {
    ...attempts,
    codes,
    begin: () =>
      attempt(msg`Could not reset recovery codes`, async () => {
        setCodes(await prepareCodes())
      }),
    finish: async () => {
      if (!codes) return
      await attempt(msg`Could not enable recovery codes`, async () => {
        await enableMethods([{ id: codes.id, type: 'recovery-codes' }])
        onDone()
      })
    },
    cancel: async () => {
      if (!codes) return onDone()
      await attempt(msg`Could not cancel recovery code creation`, async () => {
        await cancelMethods([codes.id])
        onDone()
      })
    },
  }
}
