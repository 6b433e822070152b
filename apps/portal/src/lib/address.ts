import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import * as v from 'valibot'

/**
 * The page's search, read by its schema, and a function that navigates to another one, as a history
 * step or in place of the current one.
 */
export function useAddress<Search extends Readonly<Record<string, string | undefined>>>(
  schema: v.GenericSchema<unknown, Search>,
) {
  const router = useRouter()
  const address = useSearch({ strict: false })
  const search = useMemo(() => v.parse(schema, address), [schema, address])
  const write = useCallback(
    (changed: Search, replace = false) =>
      void router.navigate({
        to: router.state.location.pathname,
        search: { ...changed },
        state: true,
        replace,
        resetScroll: false,
      }),
    [router],
  )
  return [search, write] as const
}
