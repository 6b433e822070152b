import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chosenClient, useChosenClient } from '../../lib/chosen-client.ts'
import { chosenClientQuery } from '../../lib/chosen-client-query.ts'

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
