import { Drawer } from '@gatehouse/ui/aria/drawer'
import { Button } from '@gatehouse/ui/core/button'
import type { AuditEntry } from '@gatehouse/validation/endpoints/audit-log'
import { Trans } from '@lingui/react/macro'
import { AuditEntryDetails } from '../../lib/audit-log/audit-entry.tsx'
import { useActionLabel } from '../../lib/audit-log/audit-words.tsx'

interface AuditDrawerProps {
  entry: AuditEntry
  /** Called with the user of the entry, to show all that they did. */
  onActor: (id: string) => void
  onClose: () => void
}

/** The details of an entry, beside the list. */
export function AuditDrawer({ entry, onActor, onClose }: AuditDrawerProps) {
  const label = useActionLabel()
  const { id, kind, name } = entry.actor
  return (
    <Drawer
      title={label(entry.action)}
      onClose={onClose}
      footer={
        kind === 'staff' &&
        id !== null &&
        name !== null && (
          <Button onClick={() => onActor(id)}>
            <Trans>Everything {name} did</Trans>
          </Button>
        )
      }
    >
      <AuditEntryDetails entry={entry} />
    </Drawer>
  )
}
