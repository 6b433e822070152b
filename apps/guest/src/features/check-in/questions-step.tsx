import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { blocksOf, type AnswerProblem } from './answers.ts'
import { answerQuestion, chooseRole, confirmAnswers, submit } from './check-in.ts'
import { flowStateOf, formOf, useCheckIn } from './check-in-store.ts'
import { ContinueButton } from './continue-button.tsx'
import { nextAfter } from './flow.ts'
import { asksRole, questionsFor, roleOf } from './check-in-form.ts'
import { QuestionField } from './question-field.tsx'
import { StepFrame } from './step-frame.tsx'
import { SubmissionNotice } from './submission-notice.tsx'
import { useGoTo } from './use-go-to.ts'
import { fieldMessage } from './visitor-messages.ts'
import { ChoiceList } from '@gatehouse/ui/core/choice-list'
import { ErrorSummary } from '@gatehouse/ui/core/error-summary'

/** In what role somebody comes, and what the venue asks in that role. */
export function QuestionsStep() {
  const { i18n, t } = useLingui()
  const state = useCheckIn()
  const form = formOf(state)
  const { roleId, answers } = state.draft
  const goTo = useGoTo()
  const [failedChecks, setFailedChecks] = useState(0)

  const role = roleOf(form, roleId)
  const blocks = blocksOf(form, roleId, answers)
  const words = (problem: AnswerProblem) =>
    problem === 'failing'
      ? t`With this answer you cannot sign in here. Please see staff.`
      : i18n._(fieldMessage(problem))
  /** A failing answer is spoken of at once, a missing one when Continue was pressed. */
  const errorOf = (id: string) => {
    const problem = blocks.find((block) => block.id === id)?.problem
    return problem && (failedChecks > 0 || problem === 'failing') ? words(problem) : undefined
  }

  /** Several questions share their error, so the summary names them by what they ask. */
  const nameOf = (id: string) => form.questions.find((question) => question.id === id)?.questionText

  const goOn = () => {
    if (blocks.length > 0) return setFailedChecks((count) => count + 1)
    confirmAnswers()
    const next = nextAfter(flowStateOf(useCheckIn.getState()), 'questions')
    return next === 'submit' ? submit() : goTo(next)
  }

  return (
    <StepFrame
      step="questions"
      title={<Trans>Questions</Trans>}
      onSubmit={goOn}
      action={
        <>
          <SubmissionNotice />
          <ContinueButton>
            <Trans>Continue</Trans>
          </ContinueButton>
        </>
      }
    >
      {failedChecks > 0 && blocks.length > 0 && (
        <ErrorSummary
          key={failedChecks}
          title={<Trans>Please check your answers</Trans>}
          errors={blocks.map(({ id, problem }) => ({
            id: fieldId(id),
            message: nameOf(id) ?? words(problem),
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
          onChange={chooseRole}
          error={errorOf('role')}
        />
      )}
      {questionsFor(form, role).map((question) => (
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
