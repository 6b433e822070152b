import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import { flowStateOf, useCheckIn, useMachine } from './check-in-store.ts'
import { menuItemsOf, type FormStep } from './form/flow.ts'
import styles from './step-frame.module.css'
import { useGoToStep } from './step-navigation.ts'
import { isFormClosed } from './submission/submission.ts'
import { StepMenu } from '@gatehouse/ui/core/step-menu'

interface StepFrameProps {
  step: FormStep
  title: ReactNode
  /** The submit button and what belongs to it, at the end of the column. */
  action: ReactNode
  children: ReactNode
  onSubmit: () => void
}

/** A step of the form: the venue, the menu of steps, the fields and the submit button. */
export function StepFrame({ step, title, action, children, onSubmit }: StepFrameProps) {
  const { siteName, kiosk } = useMachine()
  // The header of a kiosk has the venue.
  const Title = kiosk ? 'h1' : 'h2'
  const isServerRendered = useCheckIn((state) => state.isServerRendered)
  const isClosed = useCheckIn((state) => isFormClosed(state.submission))
  const fields = useRef<HTMLFieldSetElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      // A disabled field loses the focus to the page, so the button takes the focus first.
      useCheckIn.subscribe(({ submission }) => {
        if (step === 'code' || !isFormClosed(submission)) return
        if (fields.current?.contains(document.activeElement))
          actions.current?.querySelector('button')?.focus()
      }),
    [step],
  )
  return (
    <form
      className={styles.form}
      noValidate
      // A kiosk's browser must not suggest an earlier visitor's input.
      autoComplete={kiosk ? 'off' : undefined}
      data-server-rendered={isServerRendered ? '' : undefined}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {!kiosk && (
        <div>
          <p className={styles.kind}>
            <Trans>Guest Sign In</Trans>
          </p>
          <h1 className={styles.venue}>{siteName}</h1>
        </div>
      )}
      <Menu step={step} />
      <Title className={styles.title}>{title}</Title>
      <fieldset
        ref={fields}
        role="presentation"
        className={styles.fields}
        // The code field keeps the focus, because a wrong code is retyped at once.
        disabled={isClosed && step !== 'code'}
      >
        {children}
      </fieldset>
      <div ref={actions} className={styles.action}>
        {action}
      </div>
    </form>
  )
}

/** The numbered steps. A form of one step has no menu. */
function Menu({ step: current }: { step: FormStep }) {
  const { t } = useLingui()
  const goToStep = useGoToStep()
  const state = useCheckIn()
  const items = menuItemsOf(flowStateOf(state), current)
  if (items.length < 2) return null
  const names: Record<FormStep, string> = {
    details: t`Details`,
    questions: t`Questions`,
    code: t`Enter Code`,
  }
  return (
    <StepMenu
      label={t`Steps`}
      doneLabel={t`done`}
      steps={items.map((item) => ({
        id: item.step,
        label: names[item.step],
        state: item.state,
        href: `/${state.methodKey}${item.step === 'details' ? '' : `/${item.step}`}`,
      }))}
      onSelect={(id) => {
        const item = items.find(({ step }) => step === id)
        if (item) goToStep(item.step)
      }}
    />
  )
}
