import { Popover } from '@gatehouse/ui/aria/popover'
import { NavItem } from '@gatehouse/ui/staff/nav-item'
import { listClientOptionsEndpoint } from '@gatehouse/validation/endpoints/client'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useEffect } from 'react'
import { api } from '../../lib/api.ts'
import { useChosenClient } from '../../lib/chosen-client.ts'
import { SearchedFilter } from '../../lib/list/list-filters.tsx'
import { useIsPhone } from '../../lib/use-media.ts'
import styles from './user-menu.module.css'

interface ClientSwitcherProps {
  /** Undefined chooses all clients. */
  onChoose: (clientId: string | undefined) => void
}

/** Whose data a site admin sees, always in view, and the choice of another client. */
export function ClientSwitcher({ onChoose: choose }: ClientSwitcherProps) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const chosen = useChosenClient()
  const { data } = useQuery({
    queryKey: [listClientOptionsEndpoint.path, 'chosen', chosen],
    queryFn: ({ signal }) => api.call(listClientOptionsEndpoint, { query: { chosen } }, { signal }),
  })
  const name = data?.items.find(({ id }) => id === chosen)?.name
  // An installation with one client asks nobody to choose it. One that is gone is not kept.
  const onlyOne = data && !data.has_more && data.items.length === 1 ? data.items[0]?.id : undefined
  const isGone = data !== undefined && chosen !== undefined && name === undefined
  useEffect(() => {
    if (onlyOne !== undefined && chosen !== onlyOne) choose(onlyOne)
    else if (isGone) choose(undefined)
  }, [choose, onlyOne, chosen, isGone])
  if (onlyOne !== undefined) return null
  const label = chosen === undefined ? t`All clients` : (name ?? '…')
  return (
    <NavItem
      icon={<Building2 />}
      label={label}
      render={({ className, children }) => (
        <div className={styles.trigger}>
          <Popover
            title={t`Client`}
            triggerKind="bare"
            triggerLabel={t`Client: ${label}`}
            placement={isPhone ? 'bottom start' : 'right top'}
            trigger={<span className={className}>{children}</span>}
          >
            {(close) => (
              <SearchedFilter
                endpoint={listClientOptionsEndpoint}
                label={t`Work in`}
                value={chosen}
                onChange={(id) => {
                  close()
                  choose(id)
                }}
              />
            )}
          </Popover>
        </div>
      )}
    />
  )
}
