import { ChoiceList } from '@gatehouse/ui/core/choice-list'
import {
  type ApiKeyWithSecret,
  createApiKeyEndpoint,
  NewApiKey,
} from '@gatehouse/validation/endpoints/api-keys'
import { type ApiKeyScope, apiKeyScopes } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import { useController } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import type { FieldsForm, FormField } from '../../lib/forms/form-fields.tsx'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import { apiKeyScopeLabels } from '../../lib/api-keys/scope-labels.ts'

interface KeyValues {
  name: string
  scopes: ApiKeyScope[]
  /** Empty where the key has no end. */
  last_day: string
}

interface NewKeyModalProps {
  onCreated: (apiKey: ApiKeyWithSecret) => void
  onClose: () => void
}

export function NewKeyModal({ onCreated, onClose }: NewKeyModalProps) {
  return (
    <FormModal<KeyValues, typeof NewApiKey>
      id="new-api-key"
      title={<Trans>New API key</Trans>}
      schema={NewApiKey}
      values={{ name: '', scopes: [], last_day: '' }}
      read={({ last_day: day, ...others }) => ({ ...others, last_day: day === '' ? null : day })}
      fields={fields}
      submitLabel={<Trans>Create</Trans>}
      submit={async (body, once) => onCreated(await api.call(createApiKeyEndpoint, { headers: once, body }))}
      draft="new API key"
      onClose={onClose}
    />
  )
}

const fields: FormField<KeyValues>[] = [
  {
    name: 'name',
    label: <Trans>Name</Trans>,
    hint: <Trans>What the key is for, such as the program that has it.</Trans>,
    autoComplete: 'off',
  },
  {
    type: 'custom',
    key: 'scopes',
    render: (form) => <ScopesField form={form} />,
    edits: { name: 'scopes', label: <Trans>May read</Trans>, text: ({ scopes }) => scopes.join(', ') },
  },
  {
    type: 'date',
    name: 'last_day',
    label: <Trans>Last day</Trans>,
    hint: <Trans>From the next day on the key opens nothing. Without an end where it is empty.</Trans>,
    autoComplete: 'off',
    isOptional: true,
  },
]

function ScopesField({ form }: { form: FieldsForm<KeyValues> }) {
  const { t } = useLingui()
  const { id, error } = form.field('scopes')
  const { field } = useController({ control: form.control, name: 'scopes' })
  return (
    <ChoiceList
      type="checkbox"
      id={id}
      name={field.name}
      legend={<Trans>May read</Trans>}
      hint={<Trans>Of all sites, with names and mobiles. Choose as little as the program needs.</Trans>}
      choices={apiKeyScopes.map((value) => ({ value, label: t(apiKeyScopeLabels[value]) }))}
      value={form.values.scopes}
      error={error && <Trans>Please choose what the key may read</Trans>}
      onChange={(chosen) => field.onChange(apiKeyScopes.filter((scope) => chosen.includes(scope)))}
      onBlur={field.onBlur}
    />
  )
}
