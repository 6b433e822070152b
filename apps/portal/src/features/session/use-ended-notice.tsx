import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { toast } from '../../lib/toaster.ts'
import type { LoginReason } from './session-guards.ts'

/** Shows a toast that says why the login page is shown again. */
export function useEndedNotice(reason: LoginReason | undefined): void {
  useEffect(() => {
    if (reason !== undefined)
      return toast('error', <Trans>Your session has ended. Please log in again.</Trans>)
  }, [reason])
}
