import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { toast } from '../../lib/toaster.ts'
import type { LoginReason } from './session-guards.ts'

/** Tells whoever is back at the login why. */
export function useEndedNotice(reason: LoginReason | undefined): void {
  const { t } = useLingui()
  useEffect(() => {
    if (reason !== undefined) return toast('error', t`Your session has ended. Please log in again.`)
    // Only the reason makes it news; a change of language does not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [reason])
}
