import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { Notice } from '@gatehouse/ui/core/notice'
import { useDocumentTitle } from '@gatehouse/ui/core/use-document-title.ts'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import {
  type ComponentType,
  Fragment,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  type ReactNode,
} from 'react'
import { Page, PageFooter } from '../../lib/page.tsx'
import { switchLanguage } from './form-actions.ts'
import {
  flowStateOf,
  isEvacuation,
  isKiosk as isKioskPage,
  musterOf,
  useCheckIn,
  venueNameOf,
} from './check-in-store.ts'
import { shownStep, type Step } from './form/flow.ts'
import { outcomeOf } from './outcome.ts'
import styles from './check-in-page.module.css'
import type { StoredCheckIn } from './stored-check-ins.ts'
import { stepFromPath, useGoToStep } from './step-navigation.ts'
import { outcomeWord } from './visitor-messages.ts'

/** A step of the flow, or what an evacuation shows in place of it. */
type Screen = Step | 'evacuation'

const titles: Record<Screen, MessageDescriptor> = {
  evacuation: msg`Evacuation`,
  details: msg`Guest Sign In`,
  questions: msg`Questions`,
  code: msg`Enter Code`,
  refused: msg`Do not proceed`,
  complete: msg`Guest Sign In`,
  checkout: msg`Check Out`,
  checkedout: msg`Checked Out`,
  invalid: msg`Sign-in page is unavailable`,
  welcome: msg`Welcome`,
  signout: msg`Sign out`,
  stored: msg`Stored`,
}

/** The document's title in the active language: what the screen says, and the venue. */
export function titleOf(screen: Screen, siteName: string, checkIn?: StoredCheckIn): string {
  const title = screen === 'complete' && checkIn ? outcomeWord(outcomeOf(checkIn)) : titles[screen]
  return [i18n._(title), siteName].filter(Boolean).join(' – ')
}

interface CheckInPageProps {
  /** What a kiosk shows below each step. Only kiosks load it. */
  kioskFoot?: ComponentType<{ step: Step }>
  /** What a phone shows above the pass of somebody who is on site. It is loaded when the pass is there. */
  passHead?: ReactNode
  /** What an evacuation shows in place of the step. It is loaded in one. */
  evacuation?: ReactNode
  children: ReactNode
}

/** The page around every step. It navigates to the step that the flow shows, whenever that changes. */
export function CheckInPage({ kioskFoot: KioskFoot, passHead, evacuation, children }: CheckInPageProps) {
  // Renders again when the language changes.
  useLingui()
  const state = useCheckIn()
  // The step that is rendered, not one whose route is still loading.
  const step = useRouterState({
    select: ({ matches }) => stepFromPath(matches[matches.length - 1]?.pathname ?? ''),
  })
  const isEvacuated = isEvacuation(state)
  const screen = isEvacuated ? 'evacuation' : step
  const main = useFocusOnChange(screen)
  const goToStep = useGoToStep()
  const flow = flowStateOf(state)
  const shown = shownStep(flow, step)

  useEffect(() => {
    if (shown !== step) goToStep(shown, { replace: true })
  })
  const { method } = state
  useDocumentTitle(titleOf(screen, venueNameOf(state), state.checkIn))

  const { look, languages } = method.status === 'ready' ? method.machine.config : runtimeConfig
  const isKiosk = isKioskPage(state)
  // There is no footer below the Check Out button (specification, section 2).
  const hasFooter = !(step === 'complete' && flow.checkIn?.canCheckOut)
  return (
    <Page
      look={look}
      // The start of a kiosk has a switch of its own.
      languages={screen === 'welcome' ? [] : languages}
      onLanguage={(language) => void switchLanguage(language)}
      mainRef={main}
      footer={hasFooter && <PageFooter look={look} hasLinks={!isKiosk} />}
      isLarge={isKiosk}
    >
      {!isKiosk && step !== 'checkedout' && flow.checkIn?.canCheckOut && <Suspense>{passHead}</Suspense>}
      {isEvacuated && <Suspense>{evacuation}</Suspense>}
      {!state.checkIn && musterOf(state)?.drill && <DrillNotice />}
      {!isEvacuated && shown === step && <Fragment key={state.startCount}>{children}</Fragment>}
      {isKiosk && KioskFoot && (
        <Suspense>
          {/* Nobody is asked in an evacuation whether they are still there. */}
          <KioskFoot step={isEvacuated ? 'welcome' : step} />
        </Suspense>
      )}
    </Page>
  )
}

function DrillNotice() {
  return (
    <div className={styles.drill}>
      <Notice kind="caution" live="polite">
        <Trans>Evacuation drill. You can still sign in.</Trans>
      </Notice>
    </div>
  )
}

/** Moves the focus to a new step, so that a screen reader starts at its beginning. The first step keeps the browser's focus. */
function useFocusOnChange(screen: Screen) {
  const main = useRef<HTMLElement>(null)
  const before = useRef(screen)
  useLayoutEffect(() => {
    if (before.current === screen) return
    before.current = screen
    window.scrollTo(0, 0)
    // A step that focuses a field of its own keeps that focus.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [screen])
  return main
}
