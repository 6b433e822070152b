import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { pageConfig } from '../../lib/page-data.ts'
import {
  changeDetails,
  confirmDetails,
  emptyDetails,
  loadUserData,
  submit,
  switchLanguage,
  hydrate,
} from './check-in.ts'
import { flowStateOf, useCheckIn, useDraft, useMachine } from './check-in-store.ts'
import { ContinueButton } from './continue-button.tsx'
import { checkDetails, detailFields, type DetailField } from './details.ts'
import styles from './details-step.module.css'
import { nextAfter } from './flow.ts'
import { StepFrame } from './step-frame.tsx'
import { SubmissionNotice } from './submission-notice.tsx'
import { useGoTo } from './use-go-to.ts'
import { usePhoneCheck } from './use-phone-check.ts'
import { fieldMessage } from './visitor-messages.ts'
import { takeEarlyPress, serverRenderedDetails, serverRenderedLanguage } from './server-rendered-form.ts'
import { ErrorSummary } from '@gatehouse/ui/core/error-summary'
import { Field } from '@gatehouse/ui/core/field'
import { Link } from '@gatehouse/ui/core/link'
import { SelectInput } from '@gatehouse/ui/core/select-input'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { limits } from '@gatehouse/validation/limits'

const nothingLeft: Record<DetailField, boolean> = { firstName: false, lastName: false, mobile: false }

/** Who is coming: the first step, and for many methods the only one. */
export function DetailsStep() {
  const { i18n } = useLingui()
  const { config, kiosk } = useMachine()
  const { details, areDetailsRemembered } = useDraft()
  const submission = useCheckIn((state) => state.submission)
  const phone = usePhoneCheck(config.region)
  const goTo = useGoTo()
  const [left, setLeft] = useState(nothingLeft)
  /** How often Continue was pressed with something missing. */
  const [failedChecks, setFailedChecks] = useState(0)
  const [isAsking, setIsAsking] = useState(false)

  const refused = submission.status === 'failed' ? submission.error.fields : {}
  const found = checkDetails(details, phone.isPhone)
  const errorOf = (field: DetailField) => {
    const key = (left[field] || failedChecks > 0 ? found[field] : undefined) ?? refused[field]
    return key && i18n._(fieldMessage(key))
  }

  const goOn = async () => {
    const isPhone = await phone.ready()
    const { draft } = useCheckIn.getState()
    if (Object.keys(checkDetails(draft.details, isPhone)).length > 0)
      return setFailedChecks((count) => count + 1)
    confirmDetails()
    setIsAsking(true)
    await loadUserData()
    setIsAsking(false)
    // Whoever changed something meanwhile is not done here.
    if (!flowStateOf(useCheckIn.getState()).isDetailsComplete) return undefined
    const next = nextAfter(flowStateOf(useCheckIn.getState()), 'details')
    return next === 'submit' ? submit() : goTo(next)
  }

  useTakeOver(() => void goOn())

  const input = (field: DetailField) => ({
    name: field,
    value: details[field],
    onChange: (event: { target: { value: string } }) => changeDetails({ [field]: event.target.value }),
    // A field that was only passed through is not yet wrong.
    onBlur: () => details[field] !== '' && setLeft((before) => ({ ...before, [field]: true })),
    onFocus: phone.prepare,
    'aria-required': true,
  })
  const wrong = detailFields.filter((field) => errorOf(field))

  return (
    <StepFrame
      step="details"
      title={<Trans>Your details</Trans>}
      onSubmit={() => void goOn()}
      action={
        <>
          <SubmissionNotice />
          <ContinueButton busy={isAsking}>
            <Trans>Continue</Trans>
          </ContinueButton>
          <Purpose />
        </>
      }
    >
      {failedChecks > 0 && wrong.length > 0 && (
        <ErrorSummary
          key={failedChecks}
          title={<Trans>Please check your details</Trans>}
          errors={wrong.map((field) => ({ id: field, message: errorOf(field) }))}
        />
      )}
      {areDetailsRemembered && <Remembered name={details.firstName} />}
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
        <TextInput {...input('mobile')} type="tel" inputMode="tel" autoComplete={kiosk ? 'off' : 'tel'} />
      </Field>
      <Field
        id="dependents"
        label={<Trans>Dependants</Trans>}
        hint={<Trans>People with you who do not sign in themselves</Trans>}
      >
        <SelectInput
          name="dependents"
          value={details.dependents}
          onChange={(event) => changeDetails({ dependents: Number(event.target.value) })}
        >
          {Array.from({ length: limits.dependents.max + 1 }, (_, count) => (
            <option key={count} value={count}>
              {count === limits.dependents.max ? `${count}+` : count}
            </option>
          ))}
        </SelectInput>
      </Field>
    </StepFrame>
  )
}

/**
 * Where the server has written this step, takes it over once it is ours: what was typed, the language, and a press on Continue that
 * came before the script.
 */
function useTakeOver(goOn: () => void): void {
  const isServerRendered = useCheckIn((state) => state.isServerRendered)
  const entered = useRef<Element>(null)
  const press = useEffectEvent(() => {
    if (takeEarlyPress()) goOn()
  })
  useLayoutEffect(() => {
    if (!useCheckIn.getState().isServerRendered) return
    const { activeElement } = document
    if (activeElement instanceof HTMLInputElement && activeElement.value === '')
      entered.current = activeElement
    const language = serverRenderedLanguage()
    hydrate(serverRenderedDetails())
    const chosen = pageConfig().languages.find((offered) => offered === language)
    if (chosen && chosen !== pageConfig().language) void switchLanguage(chosen)
  }, [])
  useEffect(() => {
    if (isServerRendered) return
    // What has come back into a field that somebody had just entered gives way to what they type.
    const { current } = entered
    if (current instanceof HTMLInputElement && current === document.activeElement) current.select()
    press()
  }, [isServerRendered])
}

/** The details are those of an earlier sign-in on this phone, which somebody else may hold now. */
function Remembered({ name }: { name: string }) {
  return (
    <p className={styles.remembered}>
      <span>
        <Trans>Welcome back, {name}.</Trans>
      </span>
      <button type="button" className={styles.notYou} onClick={emptyDetails}>
        <Trans>Not you?</Trans>
      </button>
    </p>
  )
}

/** Why the details are taken and for how long, in one line. */
function Purpose() {
  const { kiosk } = useMachine()
  const { privacyUrl, venue } = pageConfig()
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
