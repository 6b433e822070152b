import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { findInvalidAnswers, type InvalidAnswer, isRefusal } from './form/answers.ts'
import { submit } from './check-in.ts'
import { hostError } from './host-error.ts'
import { flowStateOf, formOf, useCheckIn, useMachine } from './check-in-store.ts'
import { nextAfter } from './form/flow.ts'
import { clearError, edit } from './form-actions.ts'
import { asksRole, questionsForRole, roleOf } from './form/check-in-form.ts'
import { StepFrame } from './step-frame.tsx'
import { ContinueButton, SubmissionNotice } from './submission-controls.tsx'
import { isChangedQuestion } from './submission/submission.ts'
import { useGoToStep } from './step-navigation.ts'
import { errorMessage } from './error-messages.ts'
import { fieldMessage, tooLongMessage } from './visitor-messages.ts'
import { ChoiceList } from '@gatehouse/ui/core/choice-list'
import { QuestionField } from '@gatehouse/ui/core/question-field'
import { ErrorSummary } from '@gatehouse/ui/core/error-summary'
import { visitLimits } from '@gatehouse/validation/limits'

const HostField = lazy(() => import('./host-field.tsx'))

/** The visitor's role, and the questions for that role. */
export function QuestionsStep() {
  const { i18n } = useLingui()
  const state = useCheckIn()
  const form = formOf(state)
  const { asksHost } = useMachine()
  const { roleId, answers, host } = state.draft
  const hostFault = asksHost && hostError(host)
  const goToStep = useGoToStep()
  /**
   * How often Continue was pressed with invalid answers, and the ids on the page at the last press.
   */
  const [failed, setFailed] = useState({ checks: 0, ids: new Set<string>() })

  const role = roleOf(form, roleId)
  const invalidAnswers = findInvalidAnswers(form, roleId, answers)
  const questions = questionsForRole(form, role)
  const messageOf = ({ id, error }: InvalidAnswer) => {
    if (error !== 'too_long') return i18n._(fieldMessage(error))
    const length = String(answers[id]).trim().length
    return i18n._(tooLongMessage(i18n.number(visitLimits.freeTextCharacters), i18n.number(length)))
  }
  /** Shown if Continue was pressed with the question in view. A failing answer is not an error. */
  const shownErrors = invalidAnswers.filter(({ id, error }) => failed.ids.has(id) && error !== 'failing')
  const errorOf = (id: string) => {
    // Another language or a reload has brought the current roles.
    if (id === 'role' && roleId && !role) return i18n._(errorMessage('unknown_role'))
    if (isChangedQuestion(state.submission, id)) return i18n._(fieldMessage('question_changed'))
    const invalid = shownErrors.find((shown) => shown.id === id)
    return invalid && messageOf(invalid)
  }

  const summary = shownErrors.map((invalid) => {
    // Several questions can have the same error, so the summary shows their texts.
    const text = form.questions.find(({ id }) => id === invalid.id)?.questionText
    return { id: fieldId(invalid.id), message: text ?? messageOf(invalid), isWhole: text !== undefined }
  })
  if (hostFault) summary.push({ id: 'host', message: i18n._(hostFault), isWhole: false })

  const submitStep = () => {
    if (isRefusal(invalidAnswers)) return submit()
    if (invalidAnswers.length > 0 || hostFault) {
      const ids = new Set(['role', ...questions.map(({ id }) => id)])
      return setFailed(({ checks }) => ({ checks: checks + 1, ids }))
    }
    clearError()
    const next = nextAfter(flowStateOf(useCheckIn.getState()), 'questions')
    return next === 'submit' ? submit() : goToStep(next)
  }

  return (
    <StepFrame
      step="questions"
      title={<Trans>Questions</Trans>}
      onSubmit={submitStep}
      action={
        <>
          <SubmissionNotice />
          <ContinueButton>
            <Trans>Continue</Trans>
          </ContinueButton>
        </>
      }
    >
      {failed.checks > 0 && summary.length > 0 && (
        <ErrorSummary key={failed.checks} title={<Trans>Please check your answers</Trans>} errors={summary} />
      )}
      {asksRole(form) && (
        <ChoiceList
          type="radio"
          id={fieldId('role')}
          legend={<Trans>What is your role?</Trans>}
          choices={form.roles.map(({ id, name }) => ({ value: id, label: name }))}
          value={role?.id}
          onChange={(chosen) => edit({ roleId: chosen })}
          error={errorOf('role')}
        />
      )}
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          id={fieldId(question.id)}
          question={question}
          value={answers[question.id]}
          onChange={(answer) => edit({ answers: { [question.id]: answer } })}
          error={errorOf(question.id)}
          severalHint={<Trans>Choose all that apply</Trans>}
        />
      ))}
      {asksHost && (
        <Suspense>
          <HostField />
        </Suspense>
      )}
    </StepFrame>
  )
}

function fieldId(id: string): string {
  return `question-${id}`
}
