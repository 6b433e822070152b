import { exportPresenceEndpoint } from '@gatehouse/validation/endpoints/presence-export'
import { Plural, Trans } from '@lingui/react/macro'
import { ExportModal } from '../../lib/export/export-modal.tsx'
import { presenceList } from './presence-list.tsx'

export function ExportPresenceModal({ onClose }: { onClose: () => void }) {
  return (
    <ExportModal
      list={presenceList}
      endpoint={exportPresenceEndpoint}
      title={<Trans>Export people on site</Trans>}
      name="people-on-site"
      exported={(rows) => <Plural value={rows} one="# visit was exported" other="# visits were exported" />}
      onClose={onClose}
    />
  )
}
