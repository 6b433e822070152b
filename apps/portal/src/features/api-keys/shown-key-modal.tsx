import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import type { ApiKeyWithSecret } from '@gatehouse/validation/endpoints/api-keys'
import { Trans, useLingui } from '@lingui/react/macro'
import { toast } from '../../lib/toaster.ts'

interface ShownKeyModalProps {
  apiKey: ApiKeyWithSecret
  onClose: () => void
}

/** Shows a key this once. */
export function ShownKeyModal({ apiKey: { key, name }, onClose }: ShownKeyModalProps) {
  const { t } = useLingui()
  const copy = async () => {
    await navigator.clipboard.writeText(key)
    toast('success', t`The key has been copied.`)
  }
  return (
    <Modal isOpen onClose={onClose} title={t`API key ${name}`}>
      <ModalBody>
        <Stack>
          <p>
            <Trans>
              Whoever has this key reads what it may read. Give it to the program alone, and revoke it when
              somebody else may have seen it.
            </Trans>
          </p>
          <Field label={<Trans>Key</Trans>} id="api-key" hint={t`It is not shown again.`}>
            <TextInput readOnly value={key} onFocus={(event) => event.target.select()} />
          </Field>
          <p>
            <Trans>
              The program sends it with each call: <code>Authorization: Bearer …</code>
            </Trans>
          </p>
        </Stack>
      </ModalBody>
      <ModalFooter>
        <Button
          onClick={() =>
            void copy().catch(() =>
              toast('error', t`The key could not be copied. Select it and copy it by hand.`),
            )
          }
        >
          <Trans>Copy the key</Trans>
        </Button>
        <Button kind="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}
