import type { Stranger } from '@gatehouse/api-client/api-error'
import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { submit } from './check-in.ts'
import { flowStateOf, useCheckIn, useDraft, useMachine } from './check-in-store.ts'
import {
  checkDetails,
  type DetailErrors,
  detailFields,
  type DetailField,
  type Details,
} from './form/details.ts'
import type { Draft } from './form/draft.ts'
import styles from './details-step.module.css'
import { nextAfter } from './form/flow.ts'
import { clearDetails, confirmDetails, edit, loadUserData } from './form-actions.ts'
import { AGAIN_MS, NoAnswer } from './no-answer.tsx'
import { PassNotices } from './pass-notices.tsx'
import { StepFrame } from './step-frame.tsx'
import { AUTOMATIC_RETRY_MS } from './submission/submission.ts'
import { isWithin, readClock } from '../../lib/clock.ts'
import { useIsSlow } from './use-is-slow.ts'
import { type PhoneCheck, usePhoneCheck } from './phone-check.ts'
import { useHydration } from './server-rendered-form.ts'
import { useGoToStep } from './step-navigation.ts'
import { ContinueButton, ScriptHelp, SubmissionNotice } from './submission-controls.tsx'
import { detailMessage } from './visitor-messages.ts'
import { Button } from '@gatehouse/ui/core/button'
import { ErrorSummary } from '@gatehouse/ui/core/error-summary'
import { Field } from '@gatehouse/ui/core/field'
import { Link } from '@gatehouse/ui/core/link'
import { Notice } from '@gatehouse/ui/core/notice'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { visitLimits } from '@gatehouse/validation/limits'
import { cleanPhoneText } from '@gatehouse/validation/phone-text'

const noFieldLeft: Record<DetailField, boolean> = { firstName: false, lastName: false, mobile: false }

/** Details whose user data something else than the server answered. */
interface Unanswered {
  details: Details
  stranger: Stranger
  /** When it first did, in epoch milliseconds. */
  since: number
}

/** The visitor's name and mobile: the first step, for many methods the only one. */
export function DetailsStep() {
  const { i18n } = useLingui()
  const { config, kiosk } = useMachine()
  const draft = useDraft()
  const { details, areDetailsRemembered } = draft
  const submission = useCheckIn((state) => state.submission)
  const hasPassAside = useCheckIn((state) => state.asideCheckIn !== undefined)
  const phone = usePhoneCheck(config.region)
  const goToStep = useGoToStep()
  const [left, setLeft] = useState(noFieldLeft)
  /** How often Continue was pressed with invalid details. */
  const [failedChecks, setFailedChecks] = useState(0)
  /**
   * The details at the press on Continue. An edit cancels the press: the details may be half
   * corrected.
   */
  const [pressedDetails, setPressedDetails] = useState<Details>()
  const isLoading = pressedDetails === details
  const isSlow = useIsSlow(isLoading || undefined)
  /**
   * Details for which something other than the server answered the request for the visitor's
   * questions.
   */
  const [unanswered, setUnanswered] = useState<Unanswered>()
  const stranger = unanswered?.details === details ? unanswered.stranger : undefined

  const serverErrors = submission.status === 'failed' ? submission.error.fields : {}
  const errors = checkDraft(draft, phone.checkPhone)
  const errorOf = (field: DetailField) => {
    const key = (left[field] || failedChecks > 0 ? errors[field] : undefined) ?? serverErrors[field]
    return key && i18n._(detailMessage(key, details[field]))
  }

  const submitStep = async () => {
    const pressed = useCheckIn.getState().draft.details
    setPressedDetails(pressed)
    const checkPhone = await phone.ready()
    const current = useCheckIn.getState().draft
    if (current.details !== pressed) return undefined
    if (Object.keys(checkDraft(current, checkPhone)).length > 0) {
      setPressedDetails(undefined)
      return setFailedChecks((count) => count + 1)
    }
    confirmDetails()
    const answered = await loadUserData()
    setUnanswered((before) => {
      const since = before?.details === pressed ? before.since : readClock()
      return answered && { details: pressed, stranger: answered, since }
    })
    setPressedDetails((latest) => (latest === pressed ? undefined : latest))
    // The visitor may have edited the form meanwhile.
    if (!flowStateOf(useCheckIn.getState()).isDetailsComplete) return undefined
    const next = nextAfter(flowStateOf(useCheckIn.getState()), 'details')
    return next === 'submit' ? submit() : goToStep(next)
  }

  useHydration(() => void submitStep())

  // After an hour the visitor may have left, and must not be signed in unnoticed.
  const submitAgain = useEffectEvent(() => {
    if (unanswered && isWithin(AUTOMATIC_RETRY_MS, unanswered.since, readClock())) void submitStep()
  })
  useEffect(() => {
    if (stranger !== 'gateway' || isLoading) return undefined
    const timer = setTimeout(submitAgain, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [stranger, isLoading])

  const input = (field: DetailField) => ({
    name: field,
    value: details[field],
    onChange: (event: { target: { value: string } }) => edit({ details: { [field]: event.target.value } }),
    // An empty field shows no error just because the focus passed through it.
    onBlur: () => details[field] !== '' && setLeft((before) => ({ ...before, [field]: true })),
    onFocus: phone.prepare,
    'aria-required': true,
  })
  // Without the phone library only the server can validate the number.
  const canConfirmMobile =
    config.acceptsUnknownMobiles &&
    errorOf('mobile') !== undefined &&
    (phone.checkPhone(details.mobile) === 'possible' || serverErrors.mobile !== undefined)
  const invalidFields = detailFields.filter((field) => errorOf(field))

  return (
    <StepFrame
      step="details"
      title={<Trans>Your details</Trans>}
      onSubmit={() => void submitStep()}
      action={
        <>
          <SubmissionNotice>
            {isSlow && !stranger && <Notice kind="caution" title={<Trans>Waiting for a response.</Trans>} />}
            {stranger && <NoAnswer stranger={stranger} />}
          </SubmissionNotice>
          <ContinueButton busy={isLoading}>
            <Trans>Continue</Trans>
          </ContinueButton>
          <Purpose />
          <ScriptHelp />
        </>
      }
    >
      {failedChecks > 0 && invalidFields.length > 0 && (
        <ErrorSummary
          key={failedChecks}
          title={<Trans>Please check your details</Trans>}
          errors={invalidFields.map((field) => ({ id: field, message: errorOf(field) }))}
        />
      )}
      <PassNotices />
      {areDetailsRemembered && !hasPassAside && <Remembered name={details.firstName} />}
      <Field id="firstName" label={<Trans>First name</Trans>} error={errorOf('firstName')}>
        <TextInput
          {...input('firstName')}
          autoComplete={kiosk ? 'off' : 'given-name'}
          autoCapitalize="words"
          spellCheck={false}
        />
      </Field>
      <Field id="lastName" label={<Trans>Last name</Trans>} error={errorOf('lastName')}>
        <TextInput
          {...input('lastName')}
          autoComplete={kiosk ? 'off' : 'family-name'}
          autoCapitalize="words"
          spellCheck={false}
        />
      </Field>
      <Field id="mobile" label={<Trans>Mobile</Trans>} error={errorOf('mobile')}>
        <TextInput
          {...input('mobile')}
          onChange={(event) => edit({ details: { mobile: cleanPhoneText(event.target.value) } })}
          type="tel"
          inputMode="tel"
          autoComplete={kiosk ? 'off' : 'tel'}
        />
        {canConfirmMobile && (
          <div className={styles.confirm}>
            <Button
              onClick={() => {
                // The visitor confirms a number that the numbering plan does not know.
                edit({ confirmedMobile: details.mobile })
                document.getElementById('mobile')?.focus()
              }}
            >
              <Trans>Use it anyway</Trans>
            </Button>
          </div>
        )}
      </Field>
      <Field
        id="dependents"
        label={<Trans>Dependants</Trans>}
        hint={<Trans>People with you who do not sign in themselves</Trans>}
      >
        <SelectInput
          name="dependents"
          value={details.dependents}
          onChange={(event) => edit({ details: { dependents: Number(event.target.value) } })}
        >
          {Array.from({ length: visitLimits.dependents.max + 1 }, (_, count) => (
            <option key={count} value={count}>
              {count === visitLimits.dependents.max ? `${count}+` : count}
            </option>
          ))}
        </SelectInput>
      </Field>
    </StepFrame>
  )
}

/** The errors of the details. A mobile that the visitor has confirmed has none. */
function checkDraft({ details, confirmedMobile }: Draft, checkPhone: PhoneCheck): DetailErrors {
  return checkDetails(
    details,
    (text) => checkPhone(text) === 'valid' || (confirmedMobile !== '' && confirmedMobile === details.mobile),
  )
}

/**
 * Shown if the details come from an earlier sign-in on this phone. Another person may be using it.
 */
function Remembered({ name }: { name: string }) {
  return (
    <p className={styles.remembered}>
      <span>
        <Trans>Welcome back, {name}.</Trans>
      </span>
      <button type="button" className={styles.notYou} onClick={clearDetails}>
        <Trans>Not you?</Trans>
      </button>
    </p>
  )
}

/** One line: why the details are collected and how long they are kept. */
function Purpose() {
  const { kiosk } = useMachine()
  const { privacyUrl, venue } = runtimeConfig
  const days = venue?.contactRetentionDays
  return (
    <p className={styles.purpose}>
      <Trans>Your details let this venue know who is here.</Trans>{' '}
      {typeof days === 'number' && (
        <Plural value={days} one="They are deleted after # day." other="They are deleted after # days." />
      )}
      {days === null && <Trans>They are kept until the venue deletes them.</Trans>}{' '}
      {privacyUrl && !kiosk && (
        <Link href={privacyUrl} quiet>
          <Trans>Privacy</Trans>
        </Link>
      )}
    </p>
  )
}
