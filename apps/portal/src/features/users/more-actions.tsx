import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import { useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'

/** What is done with many people at once: from a file, and into one. */
export function MoreActions({ onImport, onExport }: { onImport: () => void; onExport: () => void }) {
  const { t } = useLingui()
  return (
    <Menu triggerKind="icon" triggerLabel={t`More actions`} trigger={<Ellipsis size={20} />}>
      <MenuItem onAction={onImport}>{t`Import users`}</MenuItem>
      <MenuItem onAction={onExport}>{t`Export these users`}</MenuItem>
    </Menu>
  )
}
