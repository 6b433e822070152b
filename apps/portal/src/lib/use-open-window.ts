import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Opens a window of the page by its address, as with `{ edit: id }`, and closes it with `{ edit: undefined }`. Back closes it too. */
export function useOpenWindow(): (search: Record<string, string | undefined>) => void {
  const router = useRouter()
  return useCallback(
    (changed) => {
      const { pathname, search } = router.state.location
      void router.navigate({
        to: pathname,
        search: { ...search, ...changed },
        state: true,
        replace: Object.values(changed).every((id) => id === undefined),
        resetScroll: false,
      })
    },
    [router],
  )
}
