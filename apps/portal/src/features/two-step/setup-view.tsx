import { CodeInput } from '@gatehouse/ui/core/code-input'
import { Field } from '@gatehouse/ui/core/field'
import { FocusHeading } from '@gatehouse/ui/core/focus-heading'
import { Link } from '@gatehouse/ui/core/link'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { limits } from '@gatehouse/validation/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import { QrCode } from '../../lib/qr-code.tsx'
import { RecoveryCodes, ConfirmSavedForm } from './recovery-codes.tsx'
import { keyGroups, type SetupStep } from './setup-steps.ts'
import styles from './setup-view.module.css'
import { FailedNotice } from './step-up.tsx'
import type { Setup } from './use-setup.ts'
import { classes } from '@gatehouse/ui/core/classes.ts'
import { TickIcon } from '@gatehouse/ui/core/icons'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'

interface SetupViewProps {
  setup: Setup
  /** The login email. */
  account: string
  level: 2 | 3
  /** The user tried to close the window while it showed new codes. */
  isReminded: boolean
}

/** The current step of the set-up. */
export function SetupView({ setup, account, level, isReminded }: SetupViewProps) {
  const { steps, step, failed, codes } = setup
  return (
    <Stack gap={16}>
      <SetupProgress steps={steps} step={step} />
      <FailedNotice failed={failed} />
      {step === 'intro' && <IntroStep level={level} />}
      {step === 'qr' && <RegisterStep setup={setup} level={level} />}
      {step === 'confirm' && <ConfirmStep setup={setup} level={level} />}
      {step === 'codes' && codes && (
        <>
          <RecoveryCodes
            codes={codes.recoveryCodes}
            account={account}
            level={level}
            isReminded={isReminded}
          />
          <ConfirmSavedForm onSaved={setup.finish} />
        </>
      )}
      {step === 'complete' && <CompleteStep level={level} />}
    </Stack>
  )
}

function IntroStep({ level }: { level: 2 | 3 }) {
  return (
    <>
      <FocusHeading level={level}>
        <Trans>Install an authenticator app</Trans>
      </FocusHeading>
      <p>
        <Trans>
          With two-step authentication you log in with your password and a code from an app on your phone.
          Your password alone is not enough.
        </Trans>
      </p>
      <p>
        <Trans>
          Install an authenticator app on your phone, unless you have one. Any app for time-based codes works,
          such as Aegis, 2FAS, Google Authenticator, Microsoft Authenticator or your password manager.
        </Trans>
      </p>
    </>
  )
}

function RegisterStep({ setup: { authenticator }, level }: { setup: Setup; level: 2 | 3 }) {
  const { t } = useLingui()
  if (!authenticator) return null
  const { uri, secret } = authenticator
  return (
    <>
      <FocusHeading level={level}>
        <Trans>Add Gatehouse to the app</Trans>
      </FocusHeading>
      <p>
        <Trans>Scan this code with the app.</Trans>
      </p>
      <QrCode text={uri} label={t`QR code for your authenticator app`} />
      <div className={styles.key}>
        <p id="setup-key-label">
          <Trans>Or enter this setup key:</Trans>
        </p>
        <p className={styles.groups} aria-labelledby="setup-key-label" role="group" translate="no">
          {keyGroups(secret).map((group, at) => (
            <Fragment key={at}>
              <code>{group}</code>{' '}
            </Fragment>
          ))}
        </p>
        <CopyButton text={secret}>
          <Trans>Copy the key</Trans>
        </CopyButton>
      </div>
      <p className={styles.quiet}>
        <Trans>
          Is the app on this device? <Link href={uri}>Open it there</Link>
        </Trans>
      </p>
    </>
  )
}

function ConfirmStep({ setup, level }: { setup: Setup; level: 2 | 3 }) {
  const { isConfirmed } = setup
  return (
    <>
      <FocusHeading level={level} takesFocus={isConfirmed}>
        <Trans>Confirm that it works</Trans>
      </FocusHeading>
      {isConfirmed ? (
        <Notice kind="good" title={<Trans>The code was correct</Trans>} />
      ) : (
        <ConfirmField setup={setup} />
      )}
    </>
  )
}

/** The id of the form, for the submit button outside it. */
export const CONFIRM_FORM = 'confirm-code'

function ConfirmField({ setup }: { setup: Setup }) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const isWhole = (digits: string) => digits.length === limits.verificationCodeDigits
  const confirm = (digits: string) => {
    setShort(!isWhole(digits))
    if (isWhole(digits) && !setup.isBusy) setup.confirm(digits, { onWrong: () => setCode('') })
  }
  const wrong = setup.wrongCodes > 0 ? t`Incorrect verification code. Please try again.` : undefined
  return (
    <form
      id={CONFIRM_FORM}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        confirm(code)
      }}
    >
      <Field
        label={<Trans>Verification code</Trans>}
        hint={<Trans>Enter the 6-digit code that your authenticator app shows.</Trans>}
        error={isShort && !isWhole(code) ? t`Please enter the 6 digits of the code` : wrong}
      >
        <CodeInput
          value={code}
          onChange={setCode}
          onComplete={confirm}
          length={limits.verificationCodeDigits}
          shake={setup.wrongCodes}
          autoFocus
        />
      </Field>
    </form>
  )
}

function CompleteStep({ level }: { level: 2 | 3 }) {
  return (
    <>
      <FocusHeading level={level}>
        <Trans>Two-step authentication is on</Trans>
      </FocusHeading>
      <p>
        <Trans>
          You now log in with your password and a code. The code you just used doesn’t work again: wait for
          the next one in your app.
        </Trans>
      </p>
    </>
  )
}

const names: Record<SetupStep, MessageDescriptor> = {
  intro: msg`Install app`,
  qr: msg`Register`,
  confirm: msg`Confirm`,
  codes: msg`Save recovery codes`,
  complete: msg`Complete`,
}

interface SetupProgressProps {
  steps: readonly SetupStep[]
  step: SetupStep
}

/** The current step, and those that follow. */
function SetupProgress({ steps, step }: SetupProgressProps) {
  const { t } = useLingui()
  const at = steps.indexOf(step)
  const number = at + 1
  const count = steps.length
  const name = t(names[step])
  return (
    <div className={styles.progress}>
      <ol className={styles.steps} aria-label={t`Steps`}>
        {steps.map((each, index) => (
          <li
            key={each}
            className={classes(styles.step, index < at && styles.done, index === at && styles.here)}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={styles.number} aria-hidden="true">
              {index < at ? <TickIcon size={14} /> : index + 1}
            </span>
            <VisuallyHidden>
              {t(names[each])}
              {index < at && (
                <span>
                  {' '}
                  <Trans>(done)</Trans>
                </span>
              )}
            </VisuallyHidden>
          </li>
        ))}
      </ol>
      <p className={styles.text}>
        <Trans>
          Step {number} of {count}: {name}
        </Trans>
      </p>
    </div>
  )
}
