import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chosenClient, useChosenClient } from '../../lib/chosen-client.ts'
import { chosenClientQuery } from '../../lib/chosen-client-query.ts'

/** The client that a site_admin works in, and what it is called. */
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
    /** An installation with one client asks nobody to choose it. */
    onlyOne: data && !data.has_more && data.items.length === 1 ? data.items[0]?.id : undefined,
    /** One that is gone is not kept. */
    isGone: data !== undefined && chosen !== undefined && found === undefined,
  }
}
