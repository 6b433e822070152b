import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { submit, typeCode } from './check-in.ts'
import { useCheckIn, useDraft } from './check-in-store.ts'
import { ContinueButton } from './continue-button.tsx'
import { StepFrame } from './step-frame.tsx'
import { SubmissionNotice } from './submission-notice.tsx'
import { fieldMessage } from './visitor-messages.ts'
import { CodeInput } from '@gatehouse/ui/core/code-input'
import { focusField } from '@gatehouse/ui/core/error-summary'
import { Field } from '@gatehouse/ui/core/field'
import { limits } from '@gatehouse/validation/limits'

/** The code that the temperature device has shown. */
export function CodeStep() {
  const { t, i18n } = useLingui()
  const { code } = useDraft()
  const submission = useCheckIn((state) => state.submission)
  const [isRefused, setIsRefused] = useState(false)
  const { badCodes } = submission

  const type = (digits: string) => {
    setIsRefused(false)
    typeCode(digits)
  }
  const goOn = () => {
    if (code.length === limits.verificationCodeDigits) return submit()
    setIsRefused(true)
    return focusField('code')
  }
  const again = submission.status === 'bad-code' && submission.secondCodeDraft !== undefined
  const wrong = again ? t`Please measure again, and enter the new code.` : t`Please try again.`
  const isWrong = submission.status === 'bad-code' && code === ''

  return (
    <StepFrame
      step="code"
      title={<Trans>Enter Code</Trans>}
      onSubmit={goOn}
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
        error={isRefused ? i18n._(fieldMessage('code_digits')) : isWrong ? wrong : undefined}
      >
        <CodeInput
          name="code"
          length={limits.verificationCodeDigits}
          value={code}
          onChange={type}
          onComplete={submit}
          shake={badCodes}
          autoFocus
        />
      </Field>
    </StepFrame>
  )
}
