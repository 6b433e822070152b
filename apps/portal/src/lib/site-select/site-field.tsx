import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { type CustomField, type FieldsForm, useFormField } from '../forms/form-fields.tsx'
import { SiteSelect } from './site-select.tsx'

interface Select extends Pick<
  ComponentProps<typeof SiteSelect>,
  'beside' | 'client' | 'ofRecords' | 'allLabel'
> {
  /** Offers only the sites of the chosen one's client. */
  staysWithClient?: boolean
}

interface SiteFieldOptions<Values extends FieldValues>
  extends Select, Pick<CustomField<Values>, 'takesFocus'> {
  /**
   * The text for the site that another user has chosen; missing where the form is sent only once.
   */
  text?: (values: Values) => ReactNode
}

/** The field of a site. Its value is the id; empty where none is chosen. */
export function siteField<Values extends FieldValues>(
  name: Path<Values>,
  { text, takesFocus = false, ...select }: SiteFieldOptions<Values> = {},
): CustomField<Values> {
  return {
    type: 'custom',
    key: name,
    takesFocus,
    render: (form) => <SiteInput form={form} name={name} {...select} />,
    edits: text ? { name, label: <Trans>Site</Trans>, text } : null,
  }
}

function SiteInput<Values extends FieldValues>({
  form,
  name,
  staysWithClient = false,
  ...select
}: Select & { form: FieldsForm<Values>; name: Path<Values> }) {
  const { value: chosen, ...field } = useFormField(form, name)
  const value = chosen as unknown as string
  return (
    <SiteSelect
      {...select}
      {...field}
      value={value}
      {...(staysWithClient && { beside: value })}
      label={<Trans>Site</Trans>}
    />
  )
}
