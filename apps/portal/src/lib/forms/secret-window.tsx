import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Field } from '@gatehouse/ui/core/field'
import { Stack } from '@gatehouse/ui/core/stack'
import { TextInput } from '@gatehouse/ui/core/text-input'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { toast } from '../toaster.ts'

interface SecretWindowProps {
  title: string
  label: ReactNode
  secret: string
  copyLabel: ReactNode
  /** The message after it was copied, or could not be. */
  copied: string
  notCopied: string
  /** What it is for, before the secret and after it. */
  children: ReactNode
  after?: ReactNode
  onClose: () => void
}

/** Shows a secret once. */
export function SecretWindow({ title, label, secret, children, after, onClose, ...copy }: SecretWindowProps) {
  const { t } = useLingui()
  // Over plain HTTP browsers have no clipboard.
  const write = async () => navigator.clipboard.writeText(secret)
  return (
    <Modal isOpen onClose={onClose} title={title}>
      <ModalBody>
        <Stack>
          {children}
          <Field label={label} id="shown-secret" hint={t`It is not shown again.`}>
            <TextInput readOnly value={secret} onFocus={(event) => event.target.select()} />
          </Field>
          {after}
        </Stack>
      </ModalBody>
      <ModalFooter>
        <Button
          onClick={() =>
            void write().then(
              () => toast('success', copy.copied),
              () => toast('error', copy.notCopied),
            )
          }
        >
          {copy.copyLabel}
        </Button>
        <Button kind="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}
