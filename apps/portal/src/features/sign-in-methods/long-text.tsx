import { Field } from '@gatehouse/ui/core/field'
import { TextArea } from '@gatehouse/ui/core/text-input'
import { Trans } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type { FieldsForm } from '../../lib/forms/form-fields.tsx'

interface LongTextProps<Values extends FieldValues> {
  form: FieldsForm<Values>
  name: Path<Values>
  label: ReactNode
  hint: ReactNode
}

/** Several lines of text in a form. */
export function LongText<Values extends FieldValues>({ form, name, label, hint }: LongTextProps<Values>) {
  const { control, ...state } = form.field(name)
  const { ref, ...given } = control
  return (
    <Field label={label} hint={hint} optional={<Trans>(optional)</Trans>} {...state}>
      <TextArea {...given} ref={ref as Ref<HTMLTextAreaElement>} rows={3} />
    </Field>
  )
}
