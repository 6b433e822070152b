import { msg } from '@lingui/core/macro'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { useCheckIn } from './check-in-store.ts'
import type { Step } from './flow.ts'

const names: Record<Step, MessageDescriptor> = {
  details: msg`Guest Sign In`,
  questions: msg`Questions`,
  code: msg`Enter Code`,
  complete: msg`Guest Sign In`,
  checkout: msg`Check Out`,
  checkedout: msg`Checked Out`,
  invalid: msg`Sign-in page is unavailable`,
}

/** What a window is called, in the page's language: the step and the venue. */
export function titleOf(step: Step, siteName: string): string {
  return [i18n._(names[step]), siteName].filter(Boolean).join(' – ')
}

/** Names the window after the step and the venue. */
export function usePageTitle(step: Step): void {
  useLingui()
  const siteName = useCheckIn(({ method }) => (method.status === 'ready' ? method.machine.siteName : ''))
  const title = titleOf(step, siteName)
  useEffect(() => {
    document.title = title
  }, [title])
}
