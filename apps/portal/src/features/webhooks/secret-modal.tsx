import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { ownTimeZone } from '@gatehouse/i18n/format/time-zone'
import { formatExactTime } from '@gatehouse/i18n/format/zoned-times'
import { useLanguage } from '@gatehouse/i18n/use-language'
import type { WebhookWithSecret } from '@gatehouse/validation/endpoints/webhooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { toast } from '../../lib/toaster.ts'

interface SecretModalProps {
  webhook: WebhookWithSecret
  onClose: () => void
}

/** Shows the secret of a webhook this once. */
export function SecretModal({
  webhook: { secret, previous_secret_until: until },
  onClose,
}: SecretModalProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    toast('success', t`The secret has been copied.`)
  }
  return (
    <Modal isOpen onClose={onClose} title={t`Secret of the webhook`}>
      <ModalBody>
        <Stack>
          <p>
            <Trans>
              Enter this secret at the receiver. What is sent is signed with it, so that the receiver knows
              that it comes from here.
            </Trans>
          </p>
          {until !== null && (
            <p>
              <Trans>
                The secret until now signs beside it until {formatExactTime(until, language, ownTimeZone())}.
              </Trans>
            </p>
          )}
          <Field label={<Trans>Secret</Trans>} id="webhook-secret" hint={t`It is not shown again.`}>
            <TextInput readOnly value={secret} onFocus={(event) => event.target.select()} />
          </Field>
        </Stack>
      </ModalBody>
      <ModalFooter>
        <Button
          onClick={() =>
            void copy().catch(() =>
              toast('error', t`The secret could not be copied. Select it and copy it by hand.`),
            )
          }
        >
          <Trans>Copy the secret</Trans>
        </Button>
        <Button kind="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}
