import { expect, it } from 'vitest'
import { checkForm } from '../../lib/forms/check-form.ts'
import { newOption, newValues, QuestionForm, readValues, type QuestionValues } from './question-values.ts'

const errorsOf = (values: Partial<QuestionValues>) =>
  Object.keys(
    checkForm(QuestionForm, readValues({ ...newValues('en-au'), name: 'Way', text: 'How?', ...values }))
      .errors,
  )

it('an answer with the words of another is refused beside it', () => {
  const option = (desc: string) => ({ ...newOption, desc })
  expect(errorsOf({ type: 'select', options: [option('Same'), option('same ')] })).toEqual(['options.1.desc'])
  expect(errorsOf({ type: 'select', options: [option('Same'), option('Other')] })).toEqual([])
  const { yes, no } = newValues('en-au')
  expect(errorsOf({ yes, no: { ...no, text: 'YES' } })).toEqual(['no.text'])
  expect(errorsOf({})).toEqual([])
})
