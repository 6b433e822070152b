import { exportUsersEndpoint } from '@gatehouse/validation/endpoints/users-export'
import { Plural, Trans } from '@lingui/react/macro'
import { ExportModal } from '../../lib/export/export-modal.tsx'
import { userList } from './user-list.tsx'

export function ExportUsersModal({ onClose }: { onClose: () => void }) {
  return (
    <ExportModal
      list={userList}
      endpoint={exportUsersEndpoint}
      title={<Trans>Export users</Trans>}
      name="users"
      exported={(rows) => <Plural value={rows} one="# person was exported" other="# people were exported" />}
      onClose={onClose}
    />
  )
}
