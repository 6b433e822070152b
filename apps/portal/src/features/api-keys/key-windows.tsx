import {
  type ApiKeyWithSecret,
  createApiKeyEndpoint,
  NewApiKey,
  type ApiKey,
  revokeApiKeyEndpoint,
} from '@gatehouse/validation/endpoints/api-keys'
import { type ApiKeyScope, apiKeyScopes } from '@gatehouse/validation/vocabulary'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import { apiKeyScopeLabels } from '../../lib/labels/vocabulary-labels.ts'
import { SecretWindow } from '../../lib/forms/secret-window.tsx'
import { Question } from '../../lib/forms/question.tsx'
import { toast } from '../../lib/toaster.ts'

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

interface ShownKeyModalProps {
  apiKey: ApiKeyWithSecret
  onClose: () => void
}

/** Shows a new key once. */
export function ShownKeyModal({ apiKey: { key, name }, onClose }: ShownKeyModalProps) {
  const { t } = useLingui()
  return (
    <SecretWindow
      title={t`API key ${name}`}
      label={<Trans>Key</Trans>}
      secret={key}
      copyLabel={<Trans>Copy the key</Trans>}
      copied={t`The key has been copied.`}
      notCopied={t`The key could not be copied. Select it and copy it by hand.`}
      after={
        <p>
          <Trans>
            The app sends it with each call: <code>Authorization: Bearer …</code>
          </Trans>
        </p>
      }
      onClose={onClose}
    >
      <p>
        <Trans>
          Anyone with this key can read this data. Share it only with the app, and revoke it if it leaks.
        </Trans>
      </p>
    </SecretWindow>
  )
}

interface RevokeQuestionProps {
  apiKey: ApiKey
  onRevoked: () => Promise<unknown>
  onClose: () => void
}

export function RevokeQuestion({ apiKey: { id, name }, onRevoked, onClose }: RevokeQuestionProps) {
  const { t } = useLingui()
  return (
    <Question
      title={<Trans>Revoke the key {name}?</Trans>}
      confirmLabel={<Trans>Revoke</Trans>}
      act={() => api.call(revokeApiKeyEndpoint, { params: { id } })}
      onDone={async () => {
        toast('success', t`The key has been revoked.`)
        await onRevoked()
        onClose()
      }}
      onClose={onClose}
      isDanger
    >
      <Trans>Apps using this key lose access immediately. You can’t undo this.</Trans>
    </Question>
  )
}
