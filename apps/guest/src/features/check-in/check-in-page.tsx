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
import { Page, PageFooter, type PageProps } from '../../lib/page.tsx'
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

/** A step of the flow, or the screen that replaces it in an evacuation. */
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

/** The document title in the active language: the screen and the venue. */
export function titleOf(screen: Screen, siteName: string, checkIn?: StoredCheckIn): string {
  const title = screen === 'complete' && checkIn ? outcomeWord(outcomeOf(checkIn)) : titles[screen]
  return [i18n._(title), siteName].filter(Boolean).join(' – ')
}

interface CheckInPageProps {
  /** The page around the screens of a kiosk. Only kiosks load it. */
  kioskPage?: ComponentType<PageProps & { step: Step }> | undefined
  /** Shown above the pass of a visitor on site (phones only). Loaded together with the pass. */
  passHead?: ReactNode
  /** Replaces the step in an evacuation, and is only loaded then. */
  evacuation?: ReactNode
  children: ReactNode
}

/** The page around every step. Navigates whenever the flow shows another step. */
export function CheckInPage({ kioskPage, passHead, evacuation, children }: CheckInPageProps) {
  // Renders again when the language changes.
  useLingui()
  const state = useCheckIn()
  // The rendered step, not one whose route is still loading.
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
  // A kiosk whose method is switched off still looks like one.
  const Frame = kioskPage && (isKiosk || method.status !== 'ready') ? kioskPage : Page
  // No footer below the Check Out button (specification, section 2).
  const hasFooter = !isKiosk && !(step === 'complete' && flow.checkIn?.canCheckOut)
  return (
    <Frame
      step={step}
      look={look}
      languages={languages}
      onLanguage={(language) => void switchLanguage(language)}
      mainRef={main}
      footer={hasFooter && <PageFooter look={look} />}
    >
      {!isKiosk && step !== 'checkedout' && flow.checkIn?.canCheckOut && <Suspense>{passHead}</Suspense>}
      {isEvacuated && <Suspense>{evacuation}</Suspense>}
      {!state.checkIn && musterOf(state)?.drill && <DrillNotice />}
      {!isEvacuated && shown === step && <Fragment key={state.startCount}>{children}</Fragment>}
    </Frame>
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

/**
 * Focuses each new step, so that screen readers start at its beginning. The first step keeps the
 * browser's focus.
 */
function useFocusOnChange(screen: Screen) {
  const main = useRef<HTMLElement>(null)
  const before = useRef(screen)
  useLayoutEffect(() => {
    if (before.current === screen) return
    before.current = screen
    window.scrollTo(0, 0)
    // A step that focuses one of its own fields keeps that focus.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [screen])
  return main
}
