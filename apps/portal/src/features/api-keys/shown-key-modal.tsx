import type { ApiKeyWithSecret } from '@gatehouse/validation/endpoints/api-keys'
import { Trans, useLingui } from '@lingui/react/macro'
import { SecretWindow } from '../../lib/forms/secret-window.tsx'

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
