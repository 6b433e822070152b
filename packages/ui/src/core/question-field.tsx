import type { ReactNode } from 'react'
import { ChoiceList } from './choice-list.tsx'
import { Field } from './field.tsx'
import { TextArea } from './text-input.tsx'

/** A question as the visitor reads it. */
export type ShownQuestion = { questionText: string } & (
  | { type: 'free text' }
  | { type: 'yes/no'; answers: Record<'yes' | 'no', { text: string }> }
  | { type: 'select' | 'multi-select'; answers: readonly { id: string; desc: string }[] }
)

/** `yes` or `no`, a text, the id of an option, or the ids of several. */
export type QuestionAnswer = string | string[]

export interface QuestionFieldProps {
  id: string
  question: ShownQuestion
  value: QuestionAnswer | undefined
  onChange: (answer: QuestionAnswer) => void
  error: ReactNode
  /** Explains that several options can be chosen. */
  severalHint: ReactNode
}

/** The field for a question of any type. */
export function QuestionField({ id, question, value, onChange, error, severalHint }: QuestionFieldProps) {
  const text = typeof value === 'string' ? value : ''
  if (question.type === 'free text') {
    return (
      <Field id={id} label={question.questionText} error={error}>
        <TextArea value={text} rows={3} aria-required onChange={(event) => onChange(event.target.value)} />
      </Field>
    )
  }
  const common = { id, legend: question.questionText, error }
  if (question.type === 'yes/no') {
    const { yes, no } = question.answers
    return (
      <ChoiceList
        {...common}
        type="radio"
        columns={2}
        choices={[
          { value: 'yes', label: yes.text },
          { value: 'no', label: no.text },
        ]}
        value={text || undefined}
        onChange={onChange}
      />
    )
  }
  const choices = question.answers.map((option) => ({ value: option.id, label: option.desc }))
  return question.type === 'select' ? (
    <ChoiceList {...common} type="radio" choices={choices} value={text || undefined} onChange={onChange} />
  ) : (
    <ChoiceList
      {...common}
      type="checkbox"
      hint={severalHint}
      choices={choices}
      value={Array.isArray(value) ? value : []}
      onChange={onChange}
    />
  )
}
