import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useCheckIn } from './check-in-store.ts'
import type { Step } from './flow.ts'

/** Names the window after the step and the venue. */
export function usePageTitle(step: Step): void {
  const { t } = useLingui()
  const siteName = useCheckIn(({ method }) => (method.status === 'ready' ? method.machine.siteName : ''))
  const names: Record<Step, string> = {
    details: t`Guest Sign In`,
    questions: t`Questions`,
    code: t`Enter Code`,
    complete: t`Guest Sign In`,
    checkout: t`Check Out`,
    checkedout: t`Checked Out`,
    invalid: t`Sign-in page is unavailable`,
  }
  const title = [names[step], siteName].filter(Boolean).join(' – ')
  useEffect(() => {
    document.title = title
  }, [title])
}
