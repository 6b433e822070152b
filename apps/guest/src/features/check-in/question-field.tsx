import { Trans } from '@lingui/react/macro'
import type { Answers } from './form/answers.ts'
import { ChoiceList } from '@gatehouse/ui/core/choice-list'
import { Field } from '@gatehouse/ui/core/field'
import { TextArea } from '@gatehouse/ui/core/text-input'
import type { Question } from '@gatehouse/validation/questions'

interface QuestionFieldProps {
  id: string
  question: Question
  value: Answers[string] | undefined
  onChange: (answer: Answers[string]) => void
  error: string | undefined
}

/** The field of a question, by its type. */
export function QuestionField({ id, question, value, onChange, error }: QuestionFieldProps) {
  const text = typeof value === 'string' ? value : ''
  if (question.type === 'free text') {
    return (
      <Field id={id} label={question.questionText} error={error}>
        <TextArea value={text} rows={3} aria-required onChange={(event) => onChange(event.target.value)} />
      </Field>
    )
  }
  const common = { id, legend: question.questionText, error }
  if (question.type === 'multi-select') {
    return (
      <ChoiceList
        {...common}
        type="checkbox"
        hint={<Trans>Choose all that apply</Trans>}
        choices={question.answers.map((option) => ({ value: option.id, label: option.desc }))}
        value={Array.isArray(value) ? value : []}
        onChange={onChange}
      />
    )
  }
  const { answers } = question
  const choices =
    question.type === 'select'
      ? question.answers.map((option) => ({ value: option.id, label: option.desc }))
      : 'yes' in answers
        ? [
            { value: 'yes', label: answers.yes.text },
            { value: 'no', label: answers.no.text },
          ]
        : []
  return (
    <ChoiceList
      {...common}
      type="radio"
      columns={question.type === 'yes/no' ? 2 : 1}
      choices={choices}
      value={text || undefined}
      onChange={onChange}
    />
  )
}
