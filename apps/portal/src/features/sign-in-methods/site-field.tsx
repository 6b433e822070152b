import { Trans } from '@lingui/react/macro'
import { useController } from 'react-hook-form'
import type { FieldsForm } from '../../lib/forms/form-fields.tsx'
import type { MethodValues } from './method-modal.tsx'
import { SiteSelect } from '../../lib/site-select/site-select.tsx'

/** The site of a method, in its form. A method that is there stays with its client. */
export function SiteField({ form, isNew }: { form: FieldsForm<MethodValues>; isNew: boolean }) {
  const { id, error } = form.field('site_id')
  const { field } = useController({ control: form.control, name: 'site_id' })
  const { value, onChange, ...control } = field
  return (
    <SiteSelect
      {...control}
      id={id}
      chosen={value}
      // The other sites of the client, and the chosen one.
      beside={isNew ? undefined : value}
      onChoose={onChange}
      label={<Trans>Site</Trans>}
      error={error}
    />
  )
}
