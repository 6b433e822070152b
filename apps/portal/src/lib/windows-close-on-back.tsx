import { OpenWindows } from '@gatehouse/ui/aria/open-windows.ts'
import { CloseLabel } from '@gatehouse/ui/core/close-label.ts'
import { useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef } from 'react'

/** The search parameters that name a window, which closes with its URL. */
const windowNames = ['modal', 'edit', 'row', 'poster', 'pair']

/**
 * Back closes the last opened window, and stays on the page. A window with unsaved changes asks
 * first, as with its own button.
 */
export function WindowsCloseOnBack({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const windows = useRef<(() => void)[]>([])
  const opened = useCallback((close: () => void) => {
    windows.current.push(close)
    return () => void (windows.current = windows.current.filter((one) => one !== close))
  }, [])
  useBlocker({
    shouldBlockFn: useCallback(({ action, current }: Step) => {
      const named = windowNames.filter((name) => name in current.search)
      const close = windows.current.at(-1)
      if (action !== 'BACK' || !close || windows.current.length <= named.length) return false
      close()
      return true
    }, []),
    enableBeforeUnload: false,
  })
  return (
    <CloseLabel value={t`Close`}>
      <OpenWindows value={opened}>{children}</OpenWindows>
    </CloseLabel>
  )
}

interface Step {
  action: string
  current: { search: object }
}
