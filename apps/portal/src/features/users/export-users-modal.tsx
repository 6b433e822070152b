import { exportUsersEndpoint } from '@gatehouse/validation/endpoints/users-export'
import { Trans } from '@lingui/react/macro'
import { ExportModal } from '../../lib/export/export-modal.tsx'
import { userList } from './user-list.tsx'

export function ExportUsersModal({ onClose }: { onClose: () => void }) {
  return (
    <ExportModal
      list={userList}
      endpoint={exportUsersEndpoint}
      title={<Trans>Export users</Trans>}
      name="users"
      onClose={onClose}
    />
  )
}
