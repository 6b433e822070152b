import { Modal, ModalBody } from '@gatehouse/ui/aria/modal'
import type { AuditEntry } from '@gatehouse/validation/endpoints/audit-log'
import { useLingui } from '@lingui/react/macro'
import { AuditEntryDetails } from '../../lib/audit-log/audit-entry.tsx'
import { useActionLabel } from '../../lib/audit-log/audit-words.tsx'

interface AuditDrawerProps {
  entry: AuditEntry
  onClose: () => void
}

/** All that is known of an entry, beside the list. */
export function AuditDrawer({ entry, onClose }: AuditDrawerProps) {
  const { t } = useLingui()
  const label = useActionLabel()
  return (
    <Modal
      isOpen
      shape="drawer"
      isDismissable
      title={label(entry.action)}
      closeLabel={t`Close`}
      onClose={onClose}
    >
      <ModalBody>
        <AuditEntryDetails entry={entry} />
      </ModalBody>
    </Modal>
  )
}
