import { listClientOptionsEndpoint } from '@gatehouse/validation/endpoints/client'
import { useLingui } from '@lingui/react/macro'
import { Building2 } from 'lucide-react'
import { useEffect } from 'react'
import { SearchedFilter } from '../../lib/list/list-filters.tsx'
import { useIsPhone } from '../../lib/use-media.ts'
import { NavPopover } from '../../lib/nav-popover.tsx'
import { useQuery } from '@tanstack/react-query'
import { chosenClient, useChosenClient } from '../../lib/chosen-client.ts'
import { chosenClientQuery } from '../../lib/chosen-client-query.ts'
import styles from './client-switcher.module.css'

interface ClientSwitcherProps {
  /** Called when the user chooses another one; undefined is all clients. */
  onChoose: (clientId: string | undefined) => void
  /** Called when the choice is no longer possible, or there is only one. */
  onCorrect: (clientId: string | undefined) => void
}

/** The client whose data a site admin sees, always visible, and the choice of another one. */
export function ClientSwitcher({ onChoose: choose, onCorrect: correct }: ClientSwitcherProps) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const { chosen, label, onlyOne, isGone } = useWorkingClient()
  useEffect(() => {
    if (onlyOne !== undefined && chosen !== onlyOne) correct(onlyOne)
    else if (isGone) correct(undefined)
  }, [correct, onlyOne, chosen, isGone])
  if (onlyOne !== undefined) return null
  return (
    <NavPopover
      icon={<Building2 />}
      label={label}
      title={t`Client`}
      triggerLabel={t`Client: ${label}`}
      placement={isPhone ? 'bottom start' : 'right top'}
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
    </NavPopover>
  )
}

/** The client that a site_admin has chosen, and its name. */
export function useWorkingClient() {
  const { t } = useLingui()
  const chosen = useChosenClient()
  const { data } = useQuery(chosenClientQuery(chosen))
  const found = data?.items.find(({ id }) => id === chosen)
  useEffect(() => {
    if (found && found.look !== chosenClient.look()) chosenClient.set(found)
  }, [found])
  return {
    chosen,
    label: chosen === undefined ? t`All clients` : (found?.name ?? '…'),
    /** With a single client there is no choice. */
    onlyOne: data && !data.has_more && data.items.length === 1 ? data.items[0]?.id : undefined,
    /** A client that no longer exists is dropped. */
    isGone: data !== undefined && chosen !== undefined && found === undefined,
  }
}

/**
 * The client whose data a site admin sees, where the side bar with the choice is collapsed or
 * hidden.
 */
export function WorkingClientName() {
  const { label, onlyOne } = useWorkingClient()
  return onlyOne === undefined && <p className={styles.name}>{label}</p>
}
