import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import { useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'

interface MoreActionsProps {
  /** Undefined where no one can be added. */
  onImport: (() => void) | undefined
  onExport: () => void
}

/** Importing and exporting people. */
export function MoreActions({ onImport, onExport }: MoreActionsProps) {
  const { t } = useLingui()
  return (
    <Menu triggerKind="icon" triggerLabel={t`More actions`} trigger={<Ellipsis size={20} />}>
      {onImport && <MenuItem onAction={onImport}>{t`Import users`}</MenuItem>}
      <MenuItem onAction={onExport}>{t`Export these users`}</MenuItem>
    </Menu>
  )
}
