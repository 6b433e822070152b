import {
  type ApiKeyWithSecret,
  createApiKeyEndpoint,
  NewApiKey,
} from '@gatehouse/validation/endpoints/api-keys'
import { type ApiKeyScope, apiKeyScopes } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import { apiKeyScopeLabels } from '../../lib/api-keys/scope-labels.ts'

interface NewKeyModalProps {
  onCreated: (apiKey: ApiKeyWithSecret) => void
  onClose: () => void
}

export function NewKeyModal({ onCreated, onClose }: NewKeyModalProps) {
  const { t } = useLingui()
  return (
    <FormModal
      id="new-api-key"
      title={<Trans>New API key</Trans>}
      schema={NewApiKey}
      values={{ name: '', scopes: new Array<ApiKeyScope>(), last_day: '' }}
      read={({ last_day: day, ...others }) => ({ ...others, last_day: day === '' ? null : day })}
      fields={[
        {
          name: 'name',
          label: <Trans>Name</Trans>,
          hint: <Trans>What the key is for, such as the name of the app.</Trans>,
        },
        {
          type: 'choices',
          name: 'scopes',
          label: <Trans>Can read</Trans>,
          hint: <Trans>Includes names and mobiles of all sites. Choose only what the app needs.</Trans>,
          choices: apiKeyScopes.map((value) => ({ value, label: t(apiKeyScopeLabels[value]) })),
        },
        {
          type: 'date',
          name: 'last_day',
          label: <Trans>Last day</Trans>,
          hint: <Trans>The key stops working after this day. Leave empty for no expiry.</Trans>,
          isOptional: true,
        },
      ]}
      submitLabel={<Trans>Create</Trans>}
      submit={async (body, once) => onCreated(await api.call(createApiKeyEndpoint, { headers: once, body }))}
      draft="new API key"
      onClose={onClose}
    />
  )
}
