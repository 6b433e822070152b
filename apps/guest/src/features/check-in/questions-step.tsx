import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { findInvalidAnswers, type AnswerError } from './form/answers.ts'
import { submit } from './check-in.ts'
import { flowStateOf, formOf, useCheckIn } from './check-in-store.ts'
import { nextAfter } from './form/flow.ts'
import { answerQuestion, setRole, confirmAnswers } from './form-actions.ts'
import { asksRole, questionsForRole, roleOf } from './form/check-in-form.ts'
import { QuestionField } from './question-field.tsx'
import { StepFrame } from './step-frame.tsx'
import { ContinueButton, SubmissionNotice } from './submission-controls.tsx'
import { useGoToStep } from './step-navigation.ts'
import { fieldMessage } from './visitor-messages.ts'
import { ChoiceList } from '@gatehouse/ui/core/choice-list'
import { ErrorSummary } from '@gatehouse/ui/core/error-summary'

/** The visitor's role, and the questions for that role. */
export function QuestionsStep() {
  const { i18n, t } = useLingui()
  const state = useCheckIn()
  const form = formOf(state)
  const { roleId, answers } = state.draft
  const goToStep = useGoToStep()
  const [failedChecks, setFailedChecks] = useState(0)

  const role = roleOf(form, roleId)
  const invalidAnswers = findInvalidAnswers(form, roleId, answers)
  const messageOf = (error: AnswerError) =>
    error === 'failing'
      ? t`With this answer you cannot sign in here. Please see staff.`
      : i18n._(fieldMessage(error))
  /** A failing answer shows its error at once, a missing one after Continue was pressed. */
  const errorOf = (id: string) => {
    const error = invalidAnswers.find((invalid) => invalid.id === id)?.error
    return error && (failedChecks > 0 || error === 'failing') ? messageOf(error) : undefined
  }

  /** Several questions have the same error, so the summary shows their texts. */
  const questionTextOf = (id: string) => form.questions.find((question) => question.id === id)?.questionText

  const submitStep = () => {
    if (invalidAnswers.length > 0) return setFailedChecks((count) => count + 1)
    confirmAnswers()
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
      {failedChecks > 0 && invalidAnswers.length > 0 && (
        <ErrorSummary
          key={failedChecks}
          title={<Trans>Please check your answers</Trans>}
          errors={invalidAnswers.map(({ id, error }) => ({
            id: fieldId(id),
            message: questionTextOf(id) ?? messageOf(error),
          }))}
        />
      )}
      {asksRole(form) && (
        <ChoiceList
          type="radio"
          id={fieldId('role')}
          legend={<Trans>What is your role?</Trans>}
          choices={form.roles.map(({ id, name }) => ({ value: id, label: name }))}
          value={role?.id}
          onChange={setRole}
          error={errorOf('role')}
        />
      )}
      {questionsForRole(form, role).map((question) => (
        <QuestionField
          key={question.id}
          id={fieldId(question.id)}
          question={question}
          value={answers[question.id]}
          onChange={(answer) => answerQuestion(question.id, answer)}
          error={errorOf(question.id)}
        />
      ))}
    </StepFrame>
  )
}

function fieldId(id: string): string {
  return `question-${id}`
}
