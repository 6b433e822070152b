import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { Button } from '@gatehouse/ui/core/button'
import { Stack } from '@gatehouse/ui/core/stack'
import type { OneTimeLink } from '@gatehouse/validation/fields'
import { Trans, useLingui } from '@lingui/react/macro'
import { CopyLink, LinkField } from '../../lib/one-time-link/one-time-link.tsx'

interface UserLinkModalProps {
  name: string
  link: OneTimeLink
  onClose: () => void
}

/** Shows a person's invitation once, where it is not emailed. */
export function UserLinkModal({ name, link, onClose }: UserLinkModalProps) {
  const { t } = useLingui()
  return (
    <Modal isOpen onClose={onClose} title={t`Invitation for ${name}`}>
      <ModalBody>
        <Stack>
          <p>
            <Trans>
              This installation can’t send email. Give this link only to {name}: anyone who has it can choose
              the password of their account.
            </Trans>
          </p>
          <LinkField link={link} />
        </Stack>
      </ModalBody>
      <ModalFooter>
        <CopyLink link={link} />
        <Button kind="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </ModalFooter>
    </Modal>
  )
}
