import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatExactTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import type { WebhookWithSecret } from '@gatehouse/validation/endpoints/webhooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { SecretWindow } from '../../lib/forms/secret-window.tsx'

interface SecretModalProps {
  webhook: WebhookWithSecret
  onClose: () => void
}

/** Shows the secret of a webhook once. */
export function SecretModal({
  webhook: { secret, previous_secret_until: until },
  onClose,
}: SecretModalProps) {
  const { t } = useLingui()
  const language = useLanguage()
  return (
    <SecretWindow
      title={t`Secret of the webhook`}
      label={<Trans>Secret</Trans>}
      secret={secret}
      copyLabel={<Trans>Copy the secret</Trans>}
      copied={t`The secret has been copied.`}
      notCopied={t`The secret could not be copied. Select it and copy it by hand.`}
      onClose={onClose}
    >
      <p>
        <Trans>
          Enter this secret at the receiver. It signs each delivery, so the receiver can check where it comes
          from.
        </Trans>
      </p>
      {until !== null && (
        <p>
          <Trans>
            The previous secret also signs until {formatExactTime(until, language, ownTimeZone())}.
          </Trans>
        </p>
      )}
    </SecretWindow>
  )
}
