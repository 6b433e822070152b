import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { submit } from './check-in.ts'
import { useCheckIn, useDraft } from './check-in-store.ts'
import { edit } from './form-actions.ts'
import { StepFrame } from './step-frame.tsx'
import { ContinueButton, SubmissionNotice } from './submission-controls.tsx'
import { isFormClosed } from './submission/submission.ts'
import { fieldMessage } from './visitor-messages.ts'
import { CodeInput } from '@gatehouse/ui/core/code-input'
import { focusField } from '@gatehouse/ui/core/error-summary'
import { Field } from '@gatehouse/ui/core/field'
import { visitLimits } from '@gatehouse/validation/limits'

/** Asks for the code that the temperature device shows. */
export function CodeStep() {
  const { t, i18n } = useLingui()
  const { code } = useDraft()
  const submission = useCheckIn((state) => state.submission)
  const [isIncomplete, setIsIncomplete] = useState(false)
  const { badCodes } = submission

  const type = (digits: string) => {
    setIsIncomplete(false)
    edit({ code: digits })
  }
  const submitStep = () => {
    if (code.length === visitLimits.verificationCodeDigits) return submit()
    setIsIncomplete(true)
    return focusField('code')
  }
  const isBadCode = submission.status === 'bad-code' && code === ''

  return (
    <StepFrame
      step="code"
      title={<Trans>Enter Code</Trans>}
      onSubmit={submitStep}
      action={
        <>
          <SubmissionNotice />
          <ContinueButton>{badCodes > 0 ? <Trans>Retry</Trans> : <Trans>Continue</Trans>}</ContinueButton>
        </>
      }
    >
      <Field
        id="code"
        label={<Trans>Temperature code</Trans>}
        hint={<Trans>The 6 digits that the temperature device shows you</Trans>}
        error={
          isIncomplete ? i18n._(fieldMessage('code_digits')) : isBadCode ? t`Please try again.` : undefined
        }
      >
        <CodeInput
          name="code"
          length={visitLimits.verificationCodeDigits}
          value={code}
          onChange={type}
          onComplete={submit}
          shake={badCodes}
          readOnly={isFormClosed(submission)}
          autoFocus
        />
      </Field>
    </StepFrame>
  )
}
