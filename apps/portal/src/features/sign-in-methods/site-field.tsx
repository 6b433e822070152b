import { Trans } from '@lingui/react/macro'
import { useController } from 'react-hook-form'
import type { FieldsForm } from '../../lib/forms/form-fields.tsx'
import type { MethodValues } from './method-modal.tsx'
import { SiteSelect } from '../../lib/site-select/site-select.tsx'

/** The site of a method, in its form. A method stays with the client of its `present` site. */
export function SiteField({
  form,
  present,
}: {
  form: FieldsForm<MethodValues>
  present?: string | undefined
}) {
  const { id, error } = form.field('site_id')
  const { field } = useController({ control: form.control, name: 'site_id' })
  const { value, onChange, ...control } = field
  return (
    <SiteSelect
      {...control}
      id={id}
      chosen={value}
      beside={present}
      onChoose={onChange}
      label={<Trans>Site</Trans>}
      error={error}
    />
  )
}
