import { Menu, MenuItem } from '@gatehouse/ui/aria/menu'
import type { Ban } from '@gatehouse/validation/endpoints/bans'
import { useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { nameOf } from './ban-cells.tsx'
import type { Opened } from './bans-page.tsx'

interface BanMenuProps {
  ban: Ban
  onOpen: (opened: Opened) => void
}

/** What a manager of a site can do with a ban. */
export function BanMenu({ ban, onOpen }: BanMenuProps) {
  const { t } = useLingui()
  const name = nameOf(ban)
  if (ban.state === 'over') return null
  return (
    <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
      {ban.can_manage && (
        <MenuItem inFooter="main" onAction={() => onOpen({ window: 'edit', ban })}>{t`Edit`}</MenuItem>
      )}
      <MenuItem onAction={() => onOpen({ window: 'exception', ban })}>{t`Ask for an exception`}</MenuItem>
      {ban.can_manage && (
        <MenuItem
          inFooter="other"
          onAction={() => onOpen({ window: 'lift', ban })}
        >{t`Lift the ban`}</MenuItem>
      )}
      {ban.needs_admin && (
        <MenuItem isDisabled hint={t`Only an administrator can change or lift this ban.`}>
          {t`Lift the ban`}
        </MenuItem>
      )}
    </Menu>
  )
}
