import { useRouterState } from '@tanstack/react-router'
import { Fragment, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { pageConfig } from '../../lib/page-data.ts'
import { Page } from '../page/page.tsx'
import { PageFooter } from '../page/page-footer.tsx'
import { switchLanguage } from './check-in.ts'
import { flowStateOf, useCheckIn } from './check-in-store.ts'
import { shownStep, type Step } from './flow.ts'
import { useKioskReturn } from './use-kiosk-return.ts'
import { usePageTitle } from './use-page-title.ts'
import { stepOfPath, useGoTo } from './use-go-to.ts'

/** The frame around every step, its child: it keeps to the step that the flow shows, whatever changes. */
export function CheckInPage({ children }: { children: ReactNode }) {
  const state = useCheckIn()
  // The step on the screen, not the one whose route is still being entered.
  const step = useRouterState({
    select: ({ matches }) => stepOfPath(matches[matches.length - 1]?.pathname ?? ''),
  })
  const main = useFocusOnChange(step)
  const goTo = useGoTo()
  const flow = flowStateOf(state)
  const shown = shownStep(flow, step)

  useEffect(() => {
    if (shown !== step) goTo(shown, { replace: true })
  })
  usePageTitle(step)
  useKioskReturn(step)

  const { method } = state
  const { look, languages } = method.status === 'ready' ? method.machine.config : pageConfig()
  const isShared = method.status === 'ready' && method.machine.kiosk
  // Where there is a way out to press, nothing stands below it (specification, section 2).
  const hasFooter = !(step === 'complete' && flow.checkIn?.canCheckOut)
  return (
    <Page
      look={look}
      languages={languages}
      onLanguage={(language) => void switchLanguage(language)}
      mainRef={main}
      footer={hasFooter && <PageFooter look={look} closed={isShared} />}
      large={isShared}
    >
      {shown === step && <Fragment key={state.startsAgain}>{children}</Fragment>}
    </Page>
  )
}

/** Moves the focus to the new step, so that it is read from its beginning; not on the first one, where the page is read. */
function useFocusOnChange(step: Step) {
  const main = useRef<HTMLElement>(null)
  const before = useRef(step)
  useLayoutEffect(() => {
    if (before.current === step) return
    before.current = step
    window.scrollTo(0, 0)
    // A step that puts the focus into its own field keeps it.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [step])
  return main
}
