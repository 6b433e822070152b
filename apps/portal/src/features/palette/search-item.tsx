import { NavItem } from '@gatehouse/ui/staff/nav-item'
import { SearchIcon } from '@gatehouse/ui/staff/shell-icons'
import { useLingui } from '@lingui/react/macro'

/** Opens the search, for users who don't use shortcuts. */
export function SearchItem({ onOpen }: { onOpen: () => void }) {
  const { t } = useLingui()
  return (
    <NavItem
      icon={<SearchIcon />}
      label={t`Search`}
      render={(face) => <button type="button" {...face} data-leaves-menu onClick={onOpen} />}
    />
  )
}
